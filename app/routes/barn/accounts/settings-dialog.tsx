import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { NO_EMAIL, parseEmail } from "#app/domain/basics/parse.ts";
import { barnSettings, SETTINGS_ID } from "#app/domain/records/settings.ts";
import { formRoute, openForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { FormDialog } from "#app/ui/dialog/record-dialog.tsx";
import { findSettings, saveKnownSettings, saveSettings } from "#db/queries/barn/stored-settings.ts";
import { loadAccounts } from "./load.ts";

/** The page behind the dialog: the statements that it was opened from, or Accounts. */
function pageBehind({ url }: { url: string }): string {
  const back = new URL(url).searchParams.get("back") ?? "";
  return /^\/customers\/([\w-]+\/statement|statements)(\?[\w=&-]*)?$/.test(back) ? back : "/accounts";
}

const form = formRoute({
  path: "/accounts",
  load: loadAccounts,
  id: SETTINGS_ID,
  description: barnSettings,
  rules: [
    {
      field: "barnEmail",
      message: NO_EMAIL,
      holds: ({ barnEmail }) => barnEmail === "" || "value" in parseEmail(barnEmail),
    },
  ],
  find: findSettings,
  save: saveSettings,
  saveKnown: saveKnownSettings,
  next: pageBehind,
});

export const loader = async (args: LoaderFunctionArgs) => ({
  opened: await openForm(args, form),
  back: pageBehind(args.request),
});
export const handle = titled("Settings");
export const action = formAction(form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** The legends, each by the field that begins its group. */
const LEGENDS: { [field: string]: string } = {
  barnName: "Barn",
  newBoarding: "New horses",
  blanketCharge: "Boarding",
  invoiceNumber: "QuickBooks",
};

const GROUPS: { legend: string; fields: string[] }[] = [];
for (const { name } of barnSettings.fields) {
  const legend = LEGENDS[name];
  if (legend) GROUPS.push({ legend, fields: [] });
  GROUPS.at(-1)?.fields.push(name);
}

/** The settings of the barn (docs/product.md, 'Settings'). */
export default function SettingsDialog() {
  const { opened, back } = useLoaderData<typeof loader>();
  return (
    <FormDialog
      id={SETTINGS_ID}
      history="/activity?kind=settings"
      path={back}
      description={barnSettings}
      opened={opened}
      answer={useActionData<typeof action>()}
      layout={(field) => (
        <>
          {GROUPS.map(({ legend, fields }) => (
            <fieldset key={legend}>
              <legend>{legend}</legend>
              {fields.map(field)}
            </fieldset>
          ))}
          <fieldset>
            <legend>Records of another system</legend>
            <Link to="/import" className="link justify-self-start">
              Import
            </Link>
          </fieldset>
        </>
      )}
      note={<p>New values apply from now on. Existing bills do not change.</p>}
    />
  );
}
