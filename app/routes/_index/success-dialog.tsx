import { Link, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";

const CLOSES_AFTER = 3_000;

/** Confirms an entry and goes by itself after 3 seconds: by its style sheet, and by script where there is one. */
export function SuccessDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const leave = () => navigate("/", { replace: true, preventScrollReset: true });

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The server's markup is open without being modal; only script can make it so.
    element.close();
    element.showModal();
    const timer = setTimeout(() => element.close(), CLOSES_AFTER);
    return () => clearTimeout(timer);
  }, []);

  return (
    <dialog ref={dialog} open className="success-dialog" aria-labelledby="success-title" onClose={leave}>
      <h2 id="success-title">Success</h2>
      <p>Bill item has been created successfully.</p>
      <Link to="/" replace>
        Close
      </Link>
    </dialog>
  );
}
