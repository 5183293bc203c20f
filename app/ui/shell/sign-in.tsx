import { useNavigate, useRevalidator, useSearchParams } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { FRAME, type FrameTexts } from "#app/domain/shell/frame-texts.ts";
import { SIGN_IN_CHANNEL, type SignInOutcome, type SignInProblem } from "#app/domain/shell/sign-in-channel.ts";
import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { CHECK_SESSION } from "#app/live/browser/session-end.ts";
import { hasEntries } from "#app/live/browser/unsaved.ts";
import { FIRST_SCREEN } from "#app/registry/screens.ts";
import { button } from "#app/ui/controls/button.tsx";

/** Whether the key is that of a failed sign-in. It may come from the address: `__proto__` must find nothing. */
const isProblem = (key: string): key is SignInProblem => Object.hasOwn(FRAME.problems, key);

/**
 * Starts sign-ins and tells how the last one failed, if it did (docs/product.md, 'Sign-in'). The outcome comes from the popup
 * over a BroadcastChannel or, without a popup, from the URL. After a successful sign-in the page reloads its data, or a page of the office
 * asks who has signed in. The service form of an admin, unless something was entered, makes room for the admins' first screen.
 */
export function useSignIn(isAdmin: boolean) {
  const [params] = useSearchParams();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  /** Null until this tab starts a sign-in, so that it ignores the failed sign-ins of other tabs. */
  const [outcome, setOutcome] = useState<SignInOutcome | "started" | null>(null);

  useEffect(() => {
    const channel = ifAllowed(() => new BroadcastChannel(SIGN_IN_CHANNEL));
    if (!channel) return;
    channel.onmessage = ({ data }: MessageEvent<SignInOutcome>) => {
      setOutcome((before) => before && data);
      if (data !== "done") return;
      // Entries on an admin's page stay, also if another user has signed in.
      if (location.pathname !== "/" && (isAdmin || hasEntries())) dispatchEvent(new Event(CHECK_SESSION));
      else revalidate();
    };
    return () => channel.close();
  }, [revalidate, isAdmin]);

  useEffect(() => {
    const isDone = outcome === "done" && isAdmin && location.pathname === "/";
    if (isDone && !document.querySelector("#content :user-valid")) navigate(FIRST_SCREEN);
  }, [outcome, isAdmin, navigate]);

  const key = outcome ?? params.get("sign-in") ?? "";
  return {
    problem: isProblem(key) ? key : undefined,
    returnTo: params.get("to") ?? "",
    start(event: FormEvent<HTMLFormElement>) {
      setOutcome("started");
      submitInPopup(event.currentTarget);
    },
  };
}

export type SignIn = ReturnType<typeof useSignIn>;

/** Opens the popup and makes the form submit into it. If the browser blocks the popup, the form submits from the page. */
function submitInPopup(form: HTMLFormElement) {
  const [width, height] = [480, 640];
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  const popup = window.open("", SIGN_IN_CHANNEL, `popup,width=${width},height=${height},left=${left},top=${top}`);
  popup?.focus();
  form.target = popup ? SIGN_IN_CHANNEL : "";
  const field = form.elements.namedItem("popup");
  if (field instanceof HTMLInputElement) field.disabled = !popup;
}

type SignInFormProps = { signIn: SignIn; text?: string; className?: string };

export function SignInForm({ signIn, text = FRAME.signIn, className = "" }: SignInFormProps) {
  return (
    <form method="post" action="/auth/google" onSubmit={signIn.start} className={className}>
      <input type="hidden" name="popup" value="1" disabled />
      <input type="hidden" name="to" value={signIn.returnTo} />
      <button type="submit" className={`${button.secondary} w-full`}>
        {text}
      </button>
    </form>
  );
}

/** Why the last sign-in failed; nothing if it did not. */
export function SignInNotice({
  problem,
  frame = FRAME,
  className,
}: {
  problem: SignIn["problem"];
  frame?: FrameTexts;
  className: string;
}) {
  return problem ? (
    <p role="alert" className={`notice ${className}`}>
      {frame.problems[problem]}
    </p>
  ) : null;
}
