import { Link, useNavigate } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";

const CLOSE_AFTER_MS = 3_000;

/**
 * Confirms an entry and closes after 3 seconds; without JavaScript the stylesheet hides it (docs/product.md, 'Service form').
 */
export function SuccessDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const onClose = () => {
    navigate("/", { replace: true, preventScrollReset: true });
    // The element that had the focus was removed with the posted form.
    document.getElementById("form-title")?.focus();
  };

  const close = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The server renders the dialog open, but only showModal() makes it modal. close() would fire a `close` event.
    element.open = false;
    element.showModal();
    const timer = setTimeout(() => element.close(), CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <dialog
      ref={dialog}
      open
      className="dialog success-dialog fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-md max-w-[calc(100vw-2rem)] overflow-auto rounded-2xl bg-raised p-6 text-ink"
      aria-labelledby="success-title"
      onClose={onClose}
    >
      <div className="flex gap-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-[color-mix(in_oklab,var(--color-accent-ink)_14%,var(--color-raised))] text-accent-ink">
          <Icon name="check" />
        </span>
        <div>
          <h2 id="success-title" className="text-lg font-semibold tracking-tight">
            Success
          </h2>
          <p className="mt-1 text-muted">Bill item has been created successfully.</p>
        </div>
      </div>
      <p className="mt-6 flex justify-end">
        <Link to="/" replace className={button.secondary} onClick={close}>
          Close
        </Link>
      </p>
    </dialog>
  );
}
