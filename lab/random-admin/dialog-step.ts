import { untilQuiet } from "./hands.ts";
import type { Typed } from "./lists.ts";
import type { Model } from "./model.ts";
import { agree, describeStage, pressIn, type Stage } from "./stage.ts";

/** How a dialog ends: saved, given up by Escape, or saved after Escape and 'Keep editing'. */
export type Ending = "Save" | "Discard" | "Keep editing";

/** An expression for the first button of the page with this text, which gets an id that no other one has. */
const button = (text: string) =>
  `(document.querySelector("#random-press")?.removeAttribute("id"), 0) || [...document.querySelectorAll("dialog[open] button, .menu:popover-open a")].find((each) => each.textContent === "${text}" && (each.id = "random-press"))`;

async function pressButton(stage: Stage, text: string): Promise<void> {
  const missing = await untilQuiet(
    async () =>
      (await stage.hands.evaluate(`Boolean(${button(text)})`)) && (await pressIn(stage, "#random-press"))
        ? ""
        : `The button '${text}' cannot be pressed`,
    5_000,
  );
  if (missing) throw new Error(`${missing} (${await describeStage(stage)})`);
}

const isIn = ({ hands }: Stage, selector: string, what: string) =>
  untilQuiet(
    () => hands.evaluate(`document.querySelector(${JSON.stringify(selector)}) ? "" : ${JSON.stringify(what)}`),
    5_000,
  );

/** Edits one field of a record in its dialog. */
export async function editInDialog(
  model: Model,
  stage: Stage,
  { id, field, typed, ending }: { id: string; field: string; typed: Typed; ending: Ending },
): Promise<void> {
  await agree(model, stage);
  if (!model.canSave || !(await pressIn(stage, `[name=menu][value="${id}"]`))) return;
  model.leave();
  // A dialog that opens while its record is being saved would ask which value to save.
  await agree(model, stage);
  await pressButton(stage, "Edit");
  const control = `dialog[open] [name="${field}"]`;
  const missing = await isIn(stage, control, `The dialog has no field ${field}`);
  if (missing) throw new Error(missing);
  await pressIn(stage, control);
  await stage.hands.key("ControlOrMeta+a");
  await stage.hands.type(typed.keys);
  const isChanged = typed.holds !== model.fieldOf({ id, field }).kind.holds(model.valueOf({ id, field }));
  if (ending !== "Save") {
    await stage.hands.key("Escape");
    if (isChanged) await pressButton(stage, ending);
    else return;
  }
  if (ending !== "Discard") await pressButton(stage, "Save");
  if (ending !== "Discard" && typed.value === undefined) {
    const silent = await isIn(stage, `${control}[aria-invalid=true]`, "The dialog does not say what is wrong");
    if (silent) throw new Error(silent);
    await stage.hands.key("Escape");
    await pressButton(stage, "Discard");
  } else if (ending !== "Discard") {
    model.set([id], field, [typed.value ?? null], "saved");
  }
  const open = await untilQuiet(
    () => stage.hands.evaluate(`document.querySelector("dialog[open] form") ? "A dialog is open" : ""`),
    5_000,
  );
  if (open) throw new Error(open);
}
