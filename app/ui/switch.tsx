import { useFetcher } from "@remix-run/react";

type SwitchProps = {
  /** Where it is posted to: `fields` as they are, and `name` as 'on' or 'off'. */
  action: string;
  fields: Record<string, string>;
  name: string;
  checked: boolean;
  /** Not shown: 'Body clipping is public'. */
  label: string;
};

/** Saves at once, and shows what it will be until it is. */
export function Switch({ action, fields, name, checked, label }: SwitchProps) {
  const fetcher = useFetcher();
  const sent = fetcher.formData?.get(name);
  const isOn = sent ? sent === "on" : checked;
  return (
    <fetcher.Form method="post" action={action} className="switch-form">
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button
        type="submit"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        className="switch"
        name={name}
        value={isOn ? "off" : "on"}
      />
    </fetcher.Form>
  );
}
