import { Link, useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";

type DialogProps = {
  title: string;
  onClosePath: string;
  /** It stays until what was begun in it is done. */
  isLocked?: boolean;
  /** Its width, and its layout where that differs. */
  className?: string;
  children: ReactNode;
};

/** A dialog that is a page of its own below a list: open without script, modal with it; Escape leads to `onClosePath`. */
export function Dialog({ title, onClosePath, isLocked = false, className = "w-md", children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  const { key } = useLocation();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    // The server's markup is open without being modal; only script can make it so. To call close() would announce it.
    element.open = false;
    element.showModal();
    return () => {
      // After Escape the browser has done so already, and somebody may have gone on since.
      const isLost = document.activeElement === document.body;
      if (!isLost) return;
      // What opened it may have gone with what was done in it.
      const next = opener?.isConnected ? opener : document.getElementById("content");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);

  // Closed, and asked for again before the page behind it was there, it is still the same one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is navigated to.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [key]);

  return (
    <dialog
      ref={dialog}
      open
      // The top edge is fixed, so the dialog does not move when its content grows or shrinks.
      className={`dialog fixed inset-0 z-50 m-auto mt-(--from-top) h-fit max-h-[calc(100dvh-var(--from-top)-1rem)] max-w-[calc(100vw-2rem)] overflow-auto rounded-2xl bg-raised p-6 text-ink [--from-top:max(1rem,9dvh)] ${className}`}
      aria-labelledby={titleId}
      // Newer than React 18; older browsers ask.
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

type DialogButtonsProps = Pick<DialogProps, "onClosePath" | "isLocked" | "className" | "children">;

/** The last line of a dialog: Cancel, and beside it the buttons that do something. */
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
