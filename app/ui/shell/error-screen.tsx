import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Component, type ReactNode, useContext, useEffect } from "react";
import { SIGNED_OUT } from "#app/domain/basics/answers.ts";
import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { VERSION_HEADER } from "#app/live/protocol.ts";
import { button } from "#app/ui/controls/button.tsx";
import { RequestContext } from "./request-context.ts";

/** How long a page that failed waits before it asks again whether the server answers: longer each time. */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
const TIMEOUT_MS = 5_000;

/** What Chromium, WebKit and Firefox say of a failed request, what Remix says of the answer of a proxy, and missing code. */
const DID_NOT_LOAD =
  /^(Failed to fetch|Load failed|NetworkError when attempting to fetch resource|Unable to decode turbo-stream|Loading chunk )/;

/** Takes the place of a page that failed. If the server or the database did not answer, the page loads once they do. */
export function ErrorScreen() {
  const error = useRouteError();
  useLoadOnceReachable(describeError(error).isUnreachable);
  return <ErrorMessage />;
}

/** The error message as markup alone, which works even if scripts fail. */
function ErrorMessage() {
  const error = useRouteError();
  const { title, text, retry } = describeError(error);
  const { id, again = "" } = useContext(RequestContext);
  return (
    <div className="mx-auto max-w-md pt-[10vh]">
      <h1 className="page-title">{title}</h1>
      <p className="mt-3 text-muted wrap-anywhere">{text}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered and escaped this markup on the server; the browser keeps it as it came. */}
      <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: again }} />
      <p className="mt-8 flex flex-wrap gap-3">
        {retry && (
          // A plain link loads a new document, because the scripts of this one may be what failed.
          // biome-ignore lint/a11y/useValidAnchor: an empty `href` loads this page again; a written address would repeat every parameter of the request in the page.
          <a href="" className={button.primary}>
            {retry}
          </a>
        )}
        <a href="/" className={retry ? button.secondary : button.primary}>
          Go to the Service Form
        </a>
      </p>
      <p className="mt-8 text-sm text-muted has-[code:empty]:hidden">
        Reference: <code suppressHydrationWarning>{id ?? (isRouteErrorResponse(error) ? error.data : "")}</code>
      </p>
    </div>
  );
}

/** Shows plain markup in place of its children if they fail: an error page may be built from what has failed. */
export class OrPlain extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ isPlain: true });
  override state: { isPlain?: boolean } = {};
  override render() {
    return this.state.isPlain ? (
      <main className="content">
        <ErrorMessage />
      </main>
    ) : (
      this.props.children
    );
  }
}

function useLoadOnceReachable(isUnreachable: boolean | undefined): void {
  useEffect(() => {
    if (!isUnreachable) return;
    const left = new AbortController();
    void loadOnceReachable(left.signal);
    return () => left.abort();
  }, [isUnreachable]);
}

async function loadOnceReachable(left: AbortSignal): Promise<void> {
  // A page that fails again as soon as it loads would load forever.
  const key = `loaded ${location.href}`;
  const loadedAt = Number(ifAllowed(() => sessionStorage.getItem(key)));
  for (let wait = RETRY_MS; !left.aborted; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (document.hidden) {
      await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    }
    if (left.aborted || Date.now() - loadedAt < MAX_RETRY_MS) continue;
    const page = await fetch("", { method: "HEAD", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
    // An answer without the header comes from a proxy or from a guest network.
    if (left.aborted || !page?.ok || !page.headers.has(VERSION_HEADER)) continue;
    ifAllowed(() => sessionStorage.setItem(key, String(Date.now())));
    return location.replace(location.pathname + location.search);
  }
}

type Description = { title: string; text: string; retry?: string; isUnreachable?: boolean };

export function describeError(error: unknown): Description {
  const status = isRouteErrorResponse(error) ? error.status : null;
  if (status === 404) {
    const text = "There is nothing at this address. It may have been mistyped, or what was here has been removed.";
    return { title: "Page not found", text };
  }
  if (status === 403) {
    const isOver = (error as { statusText: string }).statusText === SIGNED_OUT;
    const text = `${isOver ? "Your session has ended" : "You are signed in, but not as an admin"}, so this was not done. What was saved before is safe.`;
    return { title: isOver ? "You are signed out" : "Only admins may do this", text };
  }
  if (status === 503) {
    const text = "Nothing is lost: what was saved is safe, and this page works again as soon as the database answers.";
    return { title: "The database cannot be reached", text, retry: "Try again", isUnreachable: true };
  }
  const text = messageOf(error);
  if (DID_NOT_LOAD.test(text)) {
    return {
      title: "This page did not load",
      text: "The connection failed, or there is a new version of Hayloft. What was saved is safe. This page loads again once Hayloft answers.",
      retry: "Load again",
      isUnreachable: true,
    };
  }
  return { title: "Unexpected Application Error!", text, retry: "Try again" };
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : String(error);
}
