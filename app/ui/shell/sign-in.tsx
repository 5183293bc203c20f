import { useRevalidator, useSearchParams } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { SIGN_IN_CHANNEL, type SignInOutcome } from "#app/auth/sign-in-channel.ts";
import { button } from "#app/ui/controls/button.tsx";

/** What a sign-in that came to nothing is called on the page; a map, since an address may ask for any name. */
const PROBLEMS = new Map<string, string>([
  ["cancelled", "You cancelled the sign-in."],
  ["unverified", "This address is not verified by Google, so it cannot be used here."],
  ["failed", "Signing in did not work. Try again."],
] satisfies [Exclude<SignInOutcome, "done">, string][]);

/**
 * How the last sign-in went: heard from the popup, after which the page shows itself anew, or, where there was no popup,
 * read from the address that the provider's answer led to.
 */
export function useSignIn() {
  const [params] = useSearchParams();
  const { revalidate } = useRevalidator();
  /** Null until a sign-in was begun here: another tab's troubles are not this one's. */
  const [outcome, setOutcome] = useState<SignInOutcome | "begun" | null>(null);

  useEffect(() => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<SignInOutcome>) => {
      setOutcome((before) => before && data);
      if (data === "done") revalidate();
    };
    return () => channel.close();
  }, [revalidate]);

  return {
    problem: PROBLEMS.get(outcome ?? params.get("sign-in") ?? ""),
    begin(event: FormEvent<HTMLFormElement>) {
      setOutcome("begun");
      sendFromPopup(event.currentTarget);
    },
  };
}

export type SignIn = ReturnType<typeof useSignIn>;

/** Lets the form be sent from a popup; one that the browser blocks leaves it to be sent from the page itself. */
function sendFromPopup(form: HTMLFormElement) {
  const [width, height] = [480, 640];
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  const popup = window.open("", SIGN_IN_CHANNEL, `popup,width=${width},height=${height},left=${left},top=${top}`);
  popup?.focus();
  form.target = popup ? SIGN_IN_CHANNEL : "";
  const mark = form.elements.namedItem("popup");
  if (mark instanceof HTMLInputElement) mark.disabled = !popup;
}

type SignInFormProps = { begin: SignIn["begin"]; className?: string };

export function SignInForm({ begin, className = "" }: SignInFormProps) {
  return (
    <form method="post" action="/auth/google" onSubmit={begin} className={className}>
      <input type="hidden" name="popup" value="1" disabled />
      <button type="submit" className={`${button.secondary} w-full`}>
        Sign in
      </button>
    </form>
  );
}

/** Stands beside the button. */
export function SignInProblem({ problem, className }: { problem: SignIn["problem"]; className: string }) {
  return problem ? (
    <p role="alert" className={`notice ${className}`}>
      {problem}
    </p>
  ) : null;
}
