import type { KeyboardEvent, MouseEvent, ReactNode } from "react";

type RowActionsProps = { id: string; name: string; children: ReactNode };

/** A row's menu. It is a popover, because the table's scroll container would clip an absolutely positioned menu. */
export function RowActions({ id, name, children }: RowActionsProps) {
  return (
    <>
      {/* React 18 passes these attributes on only under their HTML names. */}
      <button
        type="button"
        className="icon-button more"
        aria-label={`Actions for ${name}`}
        {...{ popovertarget: id }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the events come from the items of the menu, which are links and buttons and take the focus themselves. */}
      <div {...{ popover: "auto" }} id={id} className="menu anchored" onClick={close} onKeyDown={moveByArrows}>
        {children}
      </div>
    </>
  );
}

/** Closes the menu. The focus returns to the menu's button, which a dialog then takes as its opener. */
function close({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.hidePopover();
}

/** Moves the focus with the arrow keys. The browser handles Tab. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button:enabled")];
  const index = items.indexOf(event.target as HTMLElement);
  items.at((index + step) % items.length)?.focus();
}
