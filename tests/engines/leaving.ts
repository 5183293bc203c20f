import { expect } from "vitest";
import type { Barn } from "#tests/support/barn/barn.ts";
import type { Visit } from "#tests/support/engines/engine.ts";
import { openIn } from "#tests/support/engines/engines.ts";

/** Back asks over the dialog that is open, 'Keep editing' returns to its field, and 'Discard' goes. */
export async function leaveAFilledDialog(barn: Barn, { window }: Visit): Promise<void> {
  const back = () => window.evaluate("history.back()");
  const focused = () => window.evaluate<string>("document.activeElement.value ?? ''");
  await openIn(window, `${barn.url}/services?q=clip`);
  await window.press("link", "Add Service");
  await expect.poll(() => window.count("dialog")).toBe(1);
  await window.fill("textbox", "Name", "Half a service");
  await back();
  await window.press("button", "Keep editing");
  await expect.poll(() => window.count("button", "Discard")).toBe(0);
  expect([await window.count("dialog"), await focused()]).toEqual([1, "Half a service"]);
  await back();
  await window.press("button", "Discard");
  await expect.poll(() => window.count("dialog")).toBe(0);
  expect((await window.address()).pathname).toBe("/services");
}
