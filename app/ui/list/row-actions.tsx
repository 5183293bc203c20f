import type { KeyboardEvent, MouseEvent, ReactNode } from "react";

type RowActionsProps = { id: string; name: string; children: ReactNode };

/** A row's menu: a popover, since a table that scrolls sideways would cut off anything else, and it needs no script. */
export function RowActions({ id, name, children }: RowActionsProps) {
  return (
    <>
      {/* React 18 knows these attributes only by their HTML names. */}
      <button
        type="button"
        className="icon-button more"
        aria-label={`Actions for ${name}`}
        {...{ popovertarget: id }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the items in it. */}
      <div {...{ popover: "auto" }} id={id} className="menu anchored" onClick={close} onKeyDown={moveByArrows}>
        {children}
      </div>
    </>
  );
}

/** Whatever was chosen. The focus returns to the button, where a dialog finds what opened it. */
function close({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.hidePopover();
}

/** Tab goes from the button into the menu and on through it by itself. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button:enabled")];
  const at = items.indexOf(event.target as HTMLElement);
  items.at((at + step) % items.length)?.focus();
}
