import { type FieldMetadata, useField } from "@conform-to/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { byName } from "#app/domain/basics/names.ts";
import { parseDollars } from "#app/domain/basics/parse.ts";
import type { Option } from "#app/domain/fields/field.ts";
import { partsOf, shareControls } from "#app/domain/fields/shares.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass, FieldErrors } from "./form-field.tsx";

/** What the rows are of: `one` is a record, and `amount` what it has, which `first` has without a row. */
type Words = { several: string; one: string; amount: string; first: string; isPercent: boolean };

type RowsFieldProps = {
  name: string;
  label: string;
  options: readonly Option[] | undefined;
};

const textsOf = (texts: unknown) => (Array.isArray(texts) ? texts : []).map((text) => String(text ?? ""));

/** Owners by percent (docs/decisions/shares.md): that of the `first` one, which another field names, and a row for each other owner. */
export const SharesField = ({ first, ...props }: RowsFieldProps & { first: string }) => (
  <Rows {...props} words={{ several: "Several owners", one: "owner", amount: "Percent", first, isPercent: true }} />
);

/** Records that divide a price times a quantity (docs/decisions/shares.md). Each box says the equal part until parts are typed. */
export function PartsField({ one, note, ...props }: RowsFieldProps & { one: string; note: string | undefined }) {
  const [[price], [quantity], [{ value }]] = [
    useField<string>("price"),
    useField<string>("quantity"),
    useField<string[]>(props.name),
  ];
  const texts = textsOf(value);
  const chosen = texts.flatMap((id, at) => (at % 2 === 1 && id ? [at + 1] : []));
  const isTyped = texts.some((text, at) => at % 2 === 0 && text);
  const parsed = parseDollars(price.value ?? "");
  const cost = "value" in parsed ? parsed.value * Number(quantity.value) : 0;
  const places = chosen.length > 0 && !isTyped && Number.isSafeInteger(cost) && cost > 0 ? [0, ...chosen] : [];
  const parts = partsOf(
    cost,
    places.map(() => ({ value: null })),
  );
  const equal = new Map(places.map((at, n) => [at, formatDollars(parts[n] ?? 0).slice(1)]));
  const words = { several: `Several ${props.label.toLowerCase()}`, one, amount: "Part", first: `First ${one}` };
  return <Rows {...props} words={{ ...words, isPercent: false }} {...{ note, equal }} />;
}

type RowsProps = RowsFieldProps & {
  words: Words;
  note?: string | undefined;
  equal?: ReadonlyMap<number, string> | undefined;
};

function Rows({ name, label, options = [], words, note, equal }: RowsProps) {
  const { one, first } = words;
  const [field, form] = useField<string[]>(name);
  const texts = shareControls(textsOf(field.initialValue));
  const taken = texts.filter((id, n) => n % 2 === 1 && id);
  const unknown = taken.filter((id) => !options.some((option) => option.id === id));
  const offered = [...options, ...unknown.map((id) => ({ id, name: "Deleted" }))].sort(byName);
  // Another row appears as the last ones are filled.
  const count = Math.max(texts.length, shareControls(textsOf(field.value)).length);
  const rows = Array.from({ length: (count - 1) / 2 }, (_, row) => row);
  return (
    <details className="sm:col-span-2" open={taken.length > 0 || field.errors !== undefined}>
      <summary className="link w-fit text-sm">{words.several}</summary>
      <fieldset className="mt-5">
        <legend className="sr-only">{label}</legend>
        {note && <p className="mb-3 text-sm text-muted">{note}</p>}
        <div className="grid grid-cols-[1fr_8rem] items-center gap-x-4 gap-y-3">
          <label htmlFor={field.id} className="text-sm font-medium">
            {first}
          </label>
          <Amount {...{ field, texts, words, equal }} at={0} of={first} />
          {rows.map((row) => (
            <div key={row} className="contents">
              <select
                name={`${name}[${2 * row + 1}]`}
                defaultValue={texts[2 * row + 1] ?? ""}
                aria-label={`${one.replace(/^./, (letter) => letter.toUpperCase())} ${row + 2}`}
                translate="no"
                className={controlClass}
              >
                <option value="" translate="yes">
                  {`Select another ${one}`}
                </option>
                {offered.map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.name}
                  </option>
                ))}
              </select>
              <Amount {...{ field, texts, words, equal }} at={2 * row + 2} of={`${one} ${row + 2}`} />
            </div>
          ))}
        </div>
        <noscript>
          {/* Enter presses the first button of a form. */}
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
          <button {...form.insert.getButtonProps({ name })} type="submit" className={`${button.secondary} mt-3`}>
            More rows
          </button>
        </noscript>
        <FieldErrors field={field} />
      </fieldset>
    </details>
  );
}

type AmountProps = Pick<RowsProps, "words" | "equal"> & {
  field: FieldMetadata<string[]>;
  texts: readonly string[];
  at: number;
  of: string;
};

const Amount = ({ field, texts, words: { amount, isPercent }, equal, at, of }: AmountProps) => (
  <span className={isPercent ? "flex items-center gap-2" : "dollars"}>
    <input
      name={`${field.name}[${at}]`}
      id={at === 0 ? field.id : undefined}
      defaultValue={texts[at] ?? ""}
      placeholder={equal?.get(at)}
      aria-label={`${amount} of ${of}`}
      aria-invalid={field.errors && (at === 0 || texts[at]) ? true : undefined}
      aria-describedby={field.errors && field.errorId}
      inputMode="decimal"
      autoComplete="off"
      className={`${controlClass} text-right`}
    />
    {isPercent && <span className="text-muted">%</span>}
  </span>
);
