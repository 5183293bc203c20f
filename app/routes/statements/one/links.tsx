import { Form, Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import type { LinkRow, LinkToSend } from "../describe-links.ts";

type LinkBoxProps = LinkToSend & { idempotencyKey: string; action: string };

/** The address of a link, with ways to send it: Hayloft's e-mail, the office's mail program, or a text to paste. */
export function LinkBox({ id, url, text, mailto, period, mailed, sendTo, toldAttempt, ...form }: LinkBoxProps) {
  const [said, setSaid] = useState("");
  const box = useRef<HTMLElement>(null);
  // The form that made or sent the link is gone, and the box may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box takes the focus again once its link was sent, which `mailed` tells.
  useEffect(() => box.current?.focus(), [mailed]);
  const copy = (copied: string, name: string) =>
    navigator.clipboard.writeText(copied).then(
      () => setSaid(`${name} copied.`),
      () => setSaid(`The browser did not allow copying. Select the ${name.toLowerCase()} and copy it.`),
    );
  return (
    <section ref={box} tabIndex={-1} aria-label="The link" className="share-box print:hidden">
      <label className="text-sm font-medium">
        <span className="mb-2 block">{`Link to the statement for ${period}`}</span>
        <input type="text" readOnly value={url} onFocus={(event) => event.target.select()} className={controlClass} />
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {sendTo && <SendNow {...{ id, toldAttempt, ...form }} />}
        <a href={mailto} className={sendTo ? button.secondary : button.primary}>
          E-mail
        </a>
        <button type="button" onClick={() => copy(url, "Link")} className={`${button.secondary} needs-script`}>
          Copy link
        </button>
        <button type="button" onClick={() => copy(text, "Text")} className={`${button.secondary} needs-script`}>
          Copy text
        </button>
        <a href={url} target="_blank" rel="noreferrer" className="link text-sm">
          Preview
        </a>
        <span role="status" className="text-sm text-muted">
          {said}
        </span>
      </div>
      {(mailed || sendTo) && (
        <p className="text-sm text-muted wrap-anywhere">
          {mailed && <span>{`${mailed}. `}</span>}
          {sendTo && <span>{`“Send now” sends it to ${sendTo}. “E-mail” opens your own mail program.`}</span>}
        </p>
      )}
      <details className="text-sm">
        <summary className="link">Text of the e-mail</summary>
        <textarea readOnly rows={9} value={text} aria-label="Text of the e-mail" className={`${controlClass} mt-2`} />
      </details>
    </section>
  );
}

type SendNowProps = Pick<LinkBoxProps, "id" | "toldAttempt" | "idempotencyKey" | "action">;

function SendNow({ id, toldAttempt, idempotencyKey, action }: SendNowProps) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="idempotencyKey" value={keyOf(idempotencyKey, id)} />
      <input type="hidden" name="link" value={id} />
      {toldAttempt !== null && <input type="hidden" name="toldAttempt" value={toldAttempt} />}
      <button type="submit" name="intent" value="send" className={button.primary}>
        Send now
      </button>
    </Form>
  );
}

type LinksProps = {
  links: readonly LinkRow[];
  path: string;
  period: string;
  /** Whether the customer is deleted: no link is sent then. */
  isDeleted: boolean;
  idempotencyKey: string;
};

/** The links of the customer's statements, the latest first. `period` are the parameters of the page's period. */
export function Links({ links, path, period, isDeleted, idempotencyKey }: LinksProps) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="links" className="record-section print:hidden">
      <div className="record-section-head">
        <h2 id="links">Shared links</h2>
      </div>
      <ul className="shared-links">
        {links.map((link) => (
          <li key={link.id}>
            <div className="min-w-0">
              <p id={`link-${link.id}`} className="font-medium">
                {link.period}
              </p>
              <p className="text-muted wrap-anywhere">{link.shared}</p>
              <p className="text-muted">{link.state}</p>
            </div>
            {link.isWorking && (
              <div className="flex flex-wrap items-center gap-2">
                {!isDeleted && (
                  <Link
                    to={`${path}?${period}&shared=${link.id}`}
                    aria-describedby={`link-${link.id}`}
                    className={button.secondary}
                  >
                    Send
                  </Link>
                )}
                <details className="stop-sharing">
                  <summary aria-describedby={`link-${link.id}`} className={button.secondary}>
                    Turn off
                  </summary>
                  <Form method="post" action={`${path}?${period}`}>
                    <p className="text-muted">This can’t be undone.</p>
                    <input type="hidden" name="idempotencyKey" value={keyOf(idempotencyKey, link.id)} />
                    <input type="hidden" name="link" value={link.id} />
                    <button type="submit" name="intent" value="stop" className={button.danger}>
                      Turn off this link
                    </button>
                  </Form>
                </details>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The idempotency key of a command on a link: the page's key, with the last group of the link's id. */
const keyOf = (pageKey: string, linkId: string) => pageKey.slice(0, 24) + linkId.slice(24);
