/* A page as a browser without JavaScript reads it: its forms, with what each would send. */

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'", "#39": "'", nbsp: " " };

/** A text of markup as it is shown. */
export const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);

const attribute = (tag: string, name: string): string | null => {
  const [, value] = tag.match(new RegExp(`\\s${name}="([^"]*)"`)) ?? [];
  return value === undefined ? null : unescaped(value);
};
const has = (tag: string, name: string) => new RegExp(`\\s${name}(=""|[\\s/>])`).test(tag);

export type FormFields = [name: string, value: string][];
/** `fields` are read when they are asked for: a list has a form for each row. */
export type PageForm = { action: string | null; readonly fields: FormFields; text: string };

const CONTROLS = /<input\s[^>]*>|<select\s[^>]*>.*?<\/select>|<textarea\s[^>]*>.*?<\/textarea>/gs;

function fieldsOf(markup: string): FormFields {
  return [...markup.matchAll(CONTROLS)].flatMap(([control]): FormFields => {
    const tag = control.slice(0, control.indexOf(">") + 1);
    const name = attribute(tag, "name");
    if (!name || has(tag, "disabled")) return [];
    if (tag.startsWith("<select")) {
      const options = [...control.matchAll(/<option[^>]*>/g)].map(([option]) => option);
      const chosen = options.find((option) => has(option, "selected")) ?? options[0];
      return chosen ? [[name, attribute(chosen, "value") ?? ""]] : [];
    }
    if (tag.startsWith("<textarea")) return [[name, unescaped(control.slice(tag.length, -"</textarea>".length))]];
    const type = attribute(tag, "type");
    if ((type === "checkbox" || type === "radio") && !has(tag, "checked")) return [];
    return type === "submit" ? [] : [[name, attribute(tag, "value") ?? (type === "checkbox" ? "on" : "")]];
  });
}

/** The forms of a page in their order, with the controls that belong to them by their `form`. */
export function formsOf(page: string): PageForm[] {
  return [...page.matchAll(/<form\s[^>]*>.*?<\/form>/gs)].map(([text]) => ({
    action: attribute(text.slice(0, text.indexOf(">") + 1), "action"),
    text,
    get fields() {
      const id = attribute(text.slice(0, text.indexOf(">") + 1), "id");
      const own = text.replace(CONTROLS, (control) => (OF_OTHERS.test(control) ? "" : control));
      const others = id ? [...page.matchAll(CONTROLS)].filter(([control]) => control.includes(` form="${id}"`)) : [];
      return [own, ...others.map(([control]) => control)].flatMap(fieldsOf);
    },
  }));
}

/** A control within a form that belongs to another one. */
const OF_OTHERS = /^<\w+[^>]*\sform="/;

/** The form of the dialog on a page that has a button of this text. @throws if there is none */
export function formWith(page: string, button: string): PageForm {
  const found = formsOf(page).findLast(({ text }) => new RegExp(`>${button}</button>`).test(text));
  if (!found) throw new Error(`The page has no form with the button ${button}`);
  return found;
}
