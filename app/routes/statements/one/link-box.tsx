import { Form, Link, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import type { LinkToSend } from "../describe-links.ts";
import { SentByHand } from "./sent-by-hand.tsx";

type LinkBoxProps = LinkToSend & {
  idempotencyKey: string;
  action: string;
  /** How many links of the period are to be sent by hand, with this one if it is. */
  leftByHand: number;
  /** The next customer of these; null if there is none. */
  next: { to: string; customer: string } | null;
};

/** The address of a link, with ways to send it: Hayloft's e-mail, the office's mail program, or a text to paste. */
export function LinkBox({ id, url, text, mailto, period, mailed, sendTo, toldAttempt, ...props }: LinkBoxProps) {
  const { leftByHand, next, hasAddress, canMark, ...form } = props;
  const [said, setSaid] = useState("");
  const box = useRef<HTMLElement>(null);
  // The form that made or sent the link is gone, and the box may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box takes the focus again once its link was sent, which `mailed` tells.
  useEffect(() => box.current?.focus(), [mailed]);
  const submit = useSubmit();
  const byHand = useRef<HTMLFormElement>(null);
  const mark = (stays = false) => {
    if (!byHand.current) return;
    const marked = new FormData(byHand.current);
    if (stays) marked.set("stays", "yes");
    submit(marked, { method: "post", action: form.action, preventScrollReset: stays });
  };
  const copy = (copied: string, name: string) =>
    navigator.clipboard.writeText(copied).then(
      () => {
        setSaid(`${name} copied.`);
        mark(true);
      },
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
        <ByHand {...{ url, text, mailto, hasAddress, copy, mark }} isMain={!sendTo && canMark} />
        <a href={url} target="_blank" rel="noreferrer" className="link text-sm">
          Preview
        </a>
        <span role="status" className="text-sm text-muted">
          {said}
        </span>
      </div>
      {!hasAddress && <p className="text-sm">No e-mail address. Copy the link, and send it another way.</p>}
      {canMark && (
        <SentByHand
          {...{ form: byHand, linkId: id, left: leftByHand, action: form.action, hasAddress }}
          idempotencyKey={keyOfLink(form.idempotencyKey, id)}
        />
      )}
      {!canMark && next && <NextCustomer {...next} left={leftByHand} />}
      <LinkTexts {...{ mailed, sendTo, text: hasAddress ? text : "" }} />
    </section>
  );
}

type ByHandProps = Pick<LinkToSend, "url" | "text" | "mailto" | "hasAddress"> & {
  isMain: boolean;
  copy: (copied: string, name: string) => void;
  mark: () => void;
};

/** The ways to send a link by hand. The link of a customer without an e-mail address can only be copied. */
function ByHand({ url, text, mailto, hasAddress, isMain, copy, mark }: ByHandProps) {
  const first = isMain ? button.primary : button.secondary;
  const copyButton = (copied: string, name: string, look: string) => (
    <button type="button" onClick={() => copy(copied, name)} className={`${look} needs-script`}>
      {`Copy ${name.toLowerCase()}`}
    </button>
  );
  if (!hasAddress) return copyButton(url, "Link", first);
  return (
    <>
      <a href={mailto} onClick={() => mark()} className={first}>
        E-mail
      </a>
      {copyButton(url, "Link", button.secondary)}
      {copyButton(text, "Text", button.secondary)}
    </>
  );
}

/** Leads on, once this link is sent: by the person, or by another admin. */
const NextCustomer = ({ to, customer, left }: { to: string; customer: string; left: number }) => (
  <p className="flex flex-wrap items-center gap-3">
    <Link to={to} className={button.primary}>
      {`Next: ${customer}`}
    </Link>
    <span className="text-sm text-muted">{`${left} left to send.`}</span>
  </p>
);

/** What became of the link, and the text that goes with it. */
const LinkTexts = ({ mailed, sendTo, text }: Pick<LinkToSend, "mailed" | "sendTo" | "text">) => (
  <>
    {(mailed || sendTo) && (
      <p className="text-sm text-muted wrap-anywhere">
        {mailed && <span>{`${mailed}. `}</span>}
        {sendTo && <span>{`“Send now” sends it to ${sendTo}. “E-mail” opens your own mail program.`}</span>}
      </p>
    )}
    {text && (
      <details className="text-sm">
        <summary className="link">Text of the e-mail</summary>
        <textarea readOnly rows={9} value={text} aria-label="Text of the e-mail" className={`${controlClass} mt-2`} />
      </details>
    )}
  </>
);

type SendNowProps = Pick<LinkBoxProps, "id" | "toldAttempt" | "idempotencyKey" | "action">;

function SendNow({ id, toldAttempt, idempotencyKey, action }: SendNowProps) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="idempotencyKey" value={keyOfLink(idempotencyKey, id)} />
      <input type="hidden" name="link" value={id} />
      {toldAttempt !== null && <input type="hidden" name="toldAttempt" value={toldAttempt} />}
      <button type="submit" name="intent" value="send" className={button.primary}>
        Send now
      </button>
    </Form>
  );
}

/** The idempotency key of a command on a link: the page's key, with the last group of the link's id. */
export const keyOfLink = (pageKey: string, linkId: string) => pageKey.slice(0, 24) + linkId.slice(24);
