import { SIGN_IN_CHANNEL } from "#app/domain/shell/sign-in-channel.ts";
import { button } from "#app/ui/controls/button.tsx";

type SendAgainProps = {
  /** The form that was refused, as text; undefined if it had files. */
  posted: string | undefined;
  /** The address of the page that sent it. */
  to: string;
};

/**
 * The way on for a form that was sent after its session had ended. Its entries stay on the page while another window signs in. Only the
 * server renders this: with JavaScript the form itself stays.
 */
export function SendAgain({ posted, to }: SendAgainProps) {
  const fields = posted === undefined ? [] : [...new URLSearchParams(posted)];
  const isKept = fields.length > 0;
  return (
    <>
      <p className="mt-3 text-muted">
        {isKept
          ? "What you entered is kept on this page. Sign in in another window, come back here, and send it again."
          : "Sign in to come back to the page, and enter it again."}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <form method="post" action="/auth/google" target={isKept ? SIGN_IN_CHANNEL : undefined}>
          {isKept && <input type="hidden" name="popup" value="1" />}
          <input type="hidden" name="to" value={to} />
          <button type="submit" className={isKept ? button.secondary : button.primary}>
            Sign in
          </button>
        </form>
        {isKept && (
          <form method="post" className="send-again">
            {fields.map(([name, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields are rendered once, and may have one name.
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className={button.primary}>
              Send again
            </button>
          </form>
        )}
      </div>
    </>
  );
}
