import { Link, useNavigate } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";

const CLOSES_AFTER = 3_000;

/** Confirms an entry and goes by itself after 3 seconds: by its style sheet, and by script where there is one. */
export function SuccessDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const leave = () => {
    navigate("/", { replace: true, preventScrollReset: true });
    // What had the focus before is gone with the form that was sent; the next entry begins at its title.
    document.getElementById("form-title")?.focus();
  };

  const close = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The server's markup is open without being modal; only script can make it so. To call close() would announce it.
    element.open = false;
    element.showModal();
    const timer = setTimeout(() => element.close(), CLOSES_AFTER);
    return () => clearTimeout(timer);
  }, []);

  return (
    <dialog
      ref={dialog}
      open
      className="dialog success-dialog fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-md max-w-[calc(100vw-2rem)] overflow-auto rounded-2xl bg-raised p-6 text-ink"
      aria-labelledby="success-title"
      onClose={leave}
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
