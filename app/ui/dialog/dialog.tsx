import { Link, useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { dropEntries, isUnsaved } from "#app/live/browser/unsaved.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import { useIsPosting } from "./dialog-link.tsx";
import { useDialogTitle } from "./dialog-title.ts";

type DialogProps = {
  /** The address that Cancel and Escape lead to. */
  onClosePath: string;
  /** The dialog cannot be closed, because its submission is waiting for an answer. */
  isLocked?: boolean;
  /** The title of a dialog that is the answer to a form, and has no route of its own. */
  title?: string;
  /** Classes of the width and, if it differs, of the layout. */
  className?: string;
  children: ReactNode;
};

/**
 * A dialog with an address of its own over a list, whose route names its title (docs/product.md, 'Dialogs'). It is open without JavaScript and modal with it.
 */
export function Dialog({ onClosePath, isLocked = false, title, className = "", children }: DialogProps) {
  const dialog = useModalDialog();
  const titleOfRoute = useDialogTitle();
  const titleId = useId();
  const navigate = useNavigate();
  const leave = () => navigate(onClosePath, { replace: true, preventScrollReset: true });
  const close = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLocked) return;
    // `LeaveGuard` asks first.
    if (isUnsaved()) leave();
    else dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      open
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      // React 18 has no type for `closedby`. Browsers without it ignore a press on the backdrop.
      {...{ closedby: isLocked ? "none" : "any" }}
      // A press on the backdrop, or the Back gesture of a phone.
      onCancel={close}
      // Chrome lets no page prevent a second Escape in `onCancel`.
      onKeyDown={(event) => event.key === "Escape" && !event.nativeEvent.isComposing && close(event)}
      onClose={leave}
    >
      <h2 id={titleId}>{title ?? titleOfRoute}</h2>
      {children}
    </dialog>
  );
}

/** Makes the dialog modal, and returns the focus to its opener when the dialog goes. */
function useModalDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  const { key } = useLocation();

  // The dialog becomes modal before it is painted, so that a key that is pressed at once reaches it.
  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    opener.current = document.activeElement;
    // The server renders the dialog open, but only showModal() makes it modal. close() would fire a `close` event.
    element.open = false;
    element.showModal();
    // A dialog that can only be closed would otherwise focus the first link of its text.
    if (!element.querySelector("[type=submit]")) element.querySelector<HTMLElement>("[data-cancel]")?.focus();
  }, []);

  // The focus returns in an effect of its own: a cleanup of the layout effect runs while the dialog still has the focus.
  useEffect(
    () => () => {
      // After Escape the browser has already restored the focus, and the visitor may have moved it since.
      const isLost = document.activeElement === document.body;
      if (!isLost) return;
      // The submission may have removed the opener from the page.
      const next = opener.current?.isConnected ? opener.current : document.getElementById("content");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    },
    [],
  );

  // If the visitor closes the dialog and opens it again before the navigation ends, React keeps the closed element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with each navigation, after which the dialog may be closed.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [key]);

  return dialog;
}

type DialogFootProps = Pick<DialogProps, "onClosePath" | "isLocked"> & {
  /** Why the last submission wrote nothing, or what has changed since the dialog opened. */
  problem?: ReactNode;
  /** The label of the button; without it there is only Close. */
  label?: string | false | null | undefined;
  /** The label while the submission is waiting for its answer; by default 'Adding...' of 'Add'. */
  runningLabel?: string | undefined;
  /** The button does nothing for the moment. */
  isPaused?: boolean;
  /** The button voids or undoes something. */
  isDanger?: boolean;
  /** Another button of the form, between Cancel and the main one. */
  children?: ReactNode;
};

/**
 * Leaves the focus in the field while a button is pressed. Otherwise the message of the field that is left would move the button away
 * from under the pointer.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The last lines of a form in a dialog, always in sight: the problem, directly above Cancel and the button. */
export function DialogFoot(props: DialogFootProps) {
  const { onClosePath, isLocked, problem, label, runningLabel, isPaused, isDanger } = props;
  const isRunning = useIsPosting();
  const isOff = isRunning || isPaused;
  return (
    <div className="dialog-foot">
      {problem && (
        <p role="alert" className="alert">
          {problem}
        </p>
      )}
      <Link
        to={onClosePath}
        data-cancel
        replace
        preventScrollReset
        aria-disabled={isLocked || undefined}
        onMouseDown={keepFocus}
        onClick={(event) => (isLocked ? event.preventDefault() : dropEntries())}
        className={button.secondary}
      >
        {label ? "Cancel" : "Close"}
      </Link>
      {props.children}
      {label && (
        <button
          type="submit"
          aria-disabled={isOff}
          onMouseDown={keepFocus}
          onClick={(event) => {
            // conform moves the focus to the first invalid field, which comes into sight with it.
            event.currentTarget.focus();
            if (isOff) event.preventDefault();
          }}
          className={isDanger ? button.danger : button.primary}
        >
          {isRunning ? (runningLabel ?? label.replace(/e?$/, "ing...")) : label}
        </button>
      )}
    </div>
  );
}
