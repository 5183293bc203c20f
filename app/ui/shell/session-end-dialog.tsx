import { hideSessionEnd, type SessionEnd } from "#app/live/browser/session-end.ts";
import { dropEntries } from "#app/live/browser/unsaved.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Prompt } from "#app/ui/dialog/prompt.tsx";
import { type SignIn, SignInForm, SignInNotice } from "./sign-in.tsx";

const KEPT = "What you entered is still here, and is not saved yet.";

/** Loads the page as the admin who is signed in now. */
function loadAgain() {
  dropEntries();
  location.reload();
}

/** Says over a page with entries that its session has ended, and offers to sign in (docs/product.md, 'Sign-in'). */
export function SessionEndDialog({ end: { email, isAdmin }, signIn }: { end: SessionEnd; signIn: SignIn }) {
  const title = isAdmin ? "Another admin is signed in" : email ? "Only admins may do this" : "You are signed out";
  const text = isAdmin
    ? `This browser is signed in as ${email} now. What you entered before is not saved, and is lost if you load the page again.`
    : email
      ? `You are signed in as ${email}, which is not an admin’s account. ${KEPT}`
      : `${KEPT} Sign in to save it.`;
  return (
    <Prompt
      key={title}
      title={title}
      keep="Close"
      onKeep={hideSessionEnd}
      action={
        isAdmin ? (
          <button type="button" className={button.danger} onClick={loadAgain}>
            Load again
          </button>
        ) : (
          <SignInForm signIn={{ ...signIn, returnTo: location.pathname + location.search }} />
        )
      }
    >
      <p className="mt-2 mb-4 wrap-anywhere">{text}</p>
      <SignInNotice problem={signIn.problem} className="mb-4" />
    </Prompt>
  );
}
