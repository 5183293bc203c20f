import { Link } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { createPortal } from "react-dom";

type DialogProps = { onClose: () => void };

/**
 * The button of 'Go to anything'. A press, or Ctrl-K, loads and opens the dialog; without JavaScript the button leads
 * to `/go`.
 */
export function GoTo({ isMac }: { isMac: boolean }) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null);

  const open = (event: Event | MouseEvent) => {
    event.preventDefault();
    if (document.querySelector("dialog:modal")) return;
    // The dialog is beside the page, since the drawer of a phone would hide it with itself.
    document.querySelector<HTMLElement>(".sidebar:popover-open")?.hidePopover();
    import("./go-to-dialog.tsx").then(
      ({ GoToDialog }) => setDialog(() => GoToDialog),
      // If the code of the dialog does not load, the page `/go` shows what is wrong.
      () => location.assign("/go"),
    );
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "k") open(event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  return (
    <>
      <Link
        to="/go"
        className="go-to-button"
        onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && open(event)}
      >
        Go to… <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </Link>
      {Dialog && createPortal(<Dialog onClose={() => setDialog(null)} />, document.body)}
    </>
  );
}
