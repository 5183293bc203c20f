import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { Logo } from "./logo.tsx";

/** The page in place of one that failed. It stands alone: nothing that was loaded can be counted on. */
export function ErrorScreen() {
  const { title, text, again } = wordsFor(useRouteError());
  const { pathname, search } = useLocation();
  return (
    <main className="px-6 pt-[18vh] pb-16">
      <div className="mx-auto max-w-md">
        <Logo />
        <h1 className="page-title mt-10">{title}</h1>
        <p className="mt-3 text-muted wrap-anywhere">{text}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          {again && (
            // The page's own script may be what failed, so this link loads everything anew.
            <a href={pathname.replace(/^\/+/, "/") + search} className={button.primary}>
              Try again
            </a>
          )}
          <a href="/" className={again ? button.secondary : button.primary}>
            Go to the input form
          </a>
        </p>
      </div>
    </main>
  );
}

function wordsFor(error: unknown): { title: string; text: string; again: boolean } {
  const status = isRouteErrorResponse(error) ? error.status : null;
  if (status === 404) {
    const text = "There is nothing at this address. It may have been mistyped, or what was here has been removed.";
    return { title: "Page not found", text, again: false };
  }
  if (status === 403) {
    const text = "You are signed out, or no admin any more, so this was not done. What was saved before is safe.";
    return { title: "Only admins may do this", text, again: false };
  }
  if (status === 503) {
    const text = "Nothing is lost: what was saved is safe, and this page works again as soon as the database answers.";
    return { title: "The database cannot be reached", text, again: true };
  }
  return { title: "Unexpected Application Error!", text: messageOf(error), again: true };
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : String(error);
}
