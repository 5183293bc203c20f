import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

type RowMenuProps = {
  /** The button that opened the menu. */
  opener: HTMLElement;
  onClose: () => void;
  children: ReactNode;
};

/** The menu of one row: a popover beside the row's button. */
export function RowMenu({ opener, onClose, children }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` is called when this menu goes.
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    // The stylesheet places the menu beside the expanded button.
    opener.ariaExpanded = "true";
    // The popover returns the focus to where it was, and Safari gives a pressed button none.
    opener.focus({ preventScroll: true });
    element.showPopover();
    element.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
    const onToggle = (event: Event) => (event as ToggleEvent).newState === "closed" && onClose();
    // `onClose` waits until the menu has closed and its item was pressed: a form that has left the page is not
    // submitted.
    element.addEventListener("toggle", onToggle);
    return () => {
      opener.ariaExpanded = "false";
      element.removeEventListener("toggle", onToggle);
    };
  }, [opener]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from the items of the menu, which are links and buttons and take the focus themselves.
    <div
      ref={menu}
      {...{ popover: "auto" }}
      className="menu anchored row-menu"
      onClick={({ currentTarget }) => currentTarget.hidePopover()}
      onKeyDown={moveByArrows}
    >
      {children}
    </div>
  );
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
