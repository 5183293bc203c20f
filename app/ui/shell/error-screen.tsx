import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Logo } from "./logo.tsx";
import { RequestContext } from "./request-context.ts";

/** The page that replaces one that failed. It uses no loader data because the root loader may have failed. */
export function ErrorScreen() {
  const error = useRouteError();
  const { title, text, canRetry } = describeError(error);
  const { id } = useContext(RequestContext);
  return (
    <main className="px-6 pt-[18vh] pb-16">
      <div className="mx-auto max-w-md">
        <Logo />
        <h1 className="page-title mt-10">{title}</h1>
        <p className="mt-3 text-muted wrap-anywhere">{text}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          {canRetry && (
            // A plain link loads a new document, because the scripts of this one may be what failed.
            // biome-ignore lint/a11y/useValidAnchor: an empty `href` loads this page again; a written address would repeat every parameter of the request in the page.
            <a href="" className={button.primary}>
              Try again
            </a>
          )}
          <a href="/" className={canRetry ? button.secondary : button.primary}>
            Go to the input form
          </a>
        </p>
        <p className="mt-8 text-sm text-muted has-[code:empty]:hidden">
          Reference: <code suppressHydrationWarning>{id ?? (isRouteErrorResponse(error) ? error.data : "")}</code>
        </p>
      </div>
    </main>
  );
}

function describeError(error: unknown): { title: string; text: string; canRetry: boolean } {
  const status = isRouteErrorResponse(error) ? error.status : null;
  if (status === 404) {
    const text = "There is nothing at this address. It may have been mistyped, or what was here has been removed.";
    return { title: "Page not found", text, canRetry: false };
  }
  if (status === 403) {
    const text = "You are signed out, or no admin any more, so this was not done. What was saved before is safe.";
    return { title: "Only admins may do this", text, canRetry: false };
  }
  if (status === 503) {
    const text = "Nothing is lost: what was saved is safe, and this page works again as soon as the database answers.";
    return { title: "The database cannot be reached", text, canRetry: true };
  }
  return { title: "Unexpected Application Error!", text: messageOf(error), canRetry: true };
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : String(error);
}
