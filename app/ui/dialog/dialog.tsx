import { Link, useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";

type DialogProps = {
  title: string;
  /** The address that Cancel and Escape lead to. */
  onClosePath: string;
  /** The dialog cannot be closed, because its submission is waiting for an answer. */
  isLocked?: boolean;
  /** Classes of the width and, if it differs, of the layout. */
  className?: string;
  children: ReactNode;
};

/**
 * A dialog with an address of its own over a list (docs/product.md, 'Dialogs'). It is open without JavaScript and modal with it.
 */
export function Dialog({ title, onClosePath, isLocked = false, className = "w-md", children }: DialogProps) {
  const dialog = useModalDialog();
  const titleId = useId();
  const navigate = useNavigate();
  return (
    <dialog
      ref={dialog}
      open
      // The top edge is fixed, so the dialog does not move when its content grows or shrinks.
      className={`dialog fixed inset-0 z-50 m-auto mt-(--from-top) h-fit max-h-[calc(100dvh-var(--from-top)-1rem)] max-w-[calc(100vw-2rem)] overflow-auto rounded-2xl bg-raised p-6 text-ink [--from-top:max(1rem,9dvh)] ${className}`}
      aria-labelledby={titleId}
      // React 18 has no type for `closedby`. In browsers without it, `onCancel` keeps the dialog open.
      {...(isLocked && { closedby: "none" })}
      onCancel={(event) => isLocked && event.preventDefault()}
      onClose={() => navigate(onClosePath, { replace: true, preventScrollReset: true })}
    >
      <h2 id={titleId} className="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** Makes the dialog modal, and returns the focus to its opener when the dialog goes. */
function useModalDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    // The server renders the dialog open, but only showModal() makes it modal. close() would fire a `close` event.
    element.open = false;
    element.showModal();
    return () => {
      // After Escape the browser has already restored the focus, and the visitor may have moved it since.
      const isLost = document.activeElement === document.body;
      if (!isLost) return;
      // The submission may have removed the opener from the page.
      const next = opener?.isConnected ? opener : document.getElementById("content");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);

  // If the visitor closes the dialog and opens it again before the navigation ends, React keeps the closed element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with each navigation, after which the dialog may be closed.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [key]);

  return dialog;
}

type DialogButtonsProps = Pick<DialogProps, "onClosePath" | "isLocked" | "className" | "children">;

/** The last line of a dialog: Cancel and the given buttons. */
export function DialogButtons({ onClosePath, isLocked = false, className = "mt-7", children }: DialogButtonsProps) {
  return (
    <div className={`flex flex-wrap justify-end gap-3 ${className}`}>
      <Link
        to={onClosePath}
        data-cancel
        replace
        preventScrollReset
        aria-disabled={isLocked || undefined}
        onClick={(event) => isLocked && event.preventDefault()}
        className={button.secondary}
      >
        Cancel
      </Link>
      {children}
    </div>
  );
}
