import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { findMergedSave } from "#db/queries/activity/recorded-changes.ts";
import { lastPayrollRun } from "#db/queries/payroll/payroll-runs.ts";
import { isWithoutAdmin } from "./auth/first-admin.ts";
import { findUser, isAdmin, readChangeNumber, returnToWantedPage } from "./auth/require-admin.ts";
import { isUuid } from "./domain/basics/idempotency-key.ts";
import type { FormTexts } from "./domain/entries/texts/texts.ts";
import { describeMerge } from "./domain/fields/merge-edits.ts";
import { weeksDue } from "./domain/payroll/payroll.ts";
import { useLiveData, useNewest } from "./live/browser/live-data.ts";
import { LiveUpdates } from "./live/browser/live-updates.tsx";
import { placeAt } from "./registry/places.ts";
import { useDialogTitle } from "./ui/dialog/dialog-title.ts";
import { describeError, ErrorScreen, OrPlain } from "./ui/shell/error-screen.tsx";
import { RequestContext } from "./ui/shell/request-context.ts";
import { Shell } from "./ui/shell/shell.tsx";
import { Toast } from "./ui/shell/toast.tsx";
import styles from "./ui/styles.css?url";

/** Shared statements have nothing of Hayloft around them, and no scripts: their address is a secret (docs/product.md, 'Shared statements'). */
const isShared = (pathname: string) => /^\/s(\/|$)/.test(decodeURI(pathname));

/** What the root knows of the reader of a shared statement. */
const NOBODY = {
  changeNumber: null,
  user: null,
  isAdmin: false,
  nonAdmin: null,
  withoutAdmin: false,
  showsOffice: false,
  isMac: false,
  payrollWeeks: 0,
  merged: null,
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { session, db, now } = context;
  const { pathname, searchParams } = new URL(request.url);
  if (isShared(pathname)) return NOBODY;
  const key = searchParams.get("merged") ?? "";
  const reads = Promise.all([
    findUser(context),
    isAdmin(context),
    session ? db.read(lastPayrollRun()) : [],
    session && isUuid(key) ? db.read(findMergedSave(key)) : [],
    isWithoutAdmin(context),
  ]);
  const [user, admin, [run], [merge], withoutAdmin] = await reads.catch((error: unknown) => {
    // During an outage the shell still renders; each route says that the database cannot be reached.
    if (error instanceof DatabaseUnavailableError) return [session?.user ?? null, null, [], [], false] as const;
    throw error;
  });
  if (admin) returnToWantedPage(request);
  const nonAdmin = user && admin === false ? user.email : null;
  return {
    changeNumber: await readChangeNumber(context),
    user,
    /** Null during an outage. */
    isAdmin: admin,
    nonAdmin,
    withoutAdmin,
    // Nobody's rights are known during an outage. On the pages of the office a signed-in user keeps its entries.
    showsOffice: admin ?? (user !== null && pathname !== "/"),
    isMac: request.headers.get("User-Agent")?.includes("Macintosh") ?? false,
    /** The number of weeks that payroll is due for, from the last payroll run alone. */
    payrollWeeks: admin && run?.lastPayroll ? weeksDue(new Date(run.lastPayroll), now).length : 0,
    merged: admin && merge ? { key, text: `Saved. ${describeMerge(merge.labels.split(", "), merge.actors)}` } : null,
  };
}

export { revalidateRoot as shouldRevalidate } from "./records/sending.ts";

/** The head's title and links are written here: Remix's `Meta` and `Links` are 1.1 kB of every page, and no route adds any. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useContext(RequestContext);
  const isBare = isShared(useLocation().pathname);
  const { title, texts } = usePage();
  const whole = title ? `${title} – Hayloft` : "Hayloft";
  return (
    <html lang={texts?.language ?? "en"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Phones would make links of numbers, days and addresses. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="nointentdetection" />
        <meta name="theme-color" content="#f4f4f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#09090b" media="(prefers-color-scheme: dark)" />
        <title>{isBare ? title : whole}</title>
        <link rel="preload" href={inter} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        {!isBare && <link rel="manifest" href="/manifest.webmanifest" />}
      </head>
      <body>
        {children}
        {!isBare && <ScrollRestoration nonce={nonce} />}
        {!isBare && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

type Page = { title?: string | undefined; texts?: FormTexts };

/**
 * The title of the tab: that of the dialog, of the screen or, from the loader's data, that of the record of the page. And
 * the texts of the service form, the only page that is not always in English.
 */
function usePage(): Page {
  const { pathname } = useLocation();
  const page = useNewest(useMatches().at(-1)?.data) as Page | undefined;
  const dialog = useDialogTitle();
  const error = useRouteError();
  const title = error ? describeError(error).title : (dialog ?? page?.title ?? placeAt(pathname)?.title);
  return error ? { title } : { ...page, title };
}

/** The data of the last page of this tab that loaded. Only an effect sets it, so the server never does. */
let lastLoaded: ReturnType<typeof useLiveData<typeof loader>> | undefined;

export default function App() {
  const loaded = useLiveData<typeof loader>();
  const { user, isAdmin, showsOffice, payrollWeeks, isMac, merged } = loaded;
  const { pathname, search } = useLocation();
  const { texts } = usePage();
  useEffect(() => {
    lastLoaded = loaded;
  }, [loaded]);
  if (isShared(pathname)) return <Outlet />;
  return (
    <Shell user={user} isAdmin={showsOffice} payrollWeeks={payrollWeeks} isMac={isMac} frame={texts?.frame}>
      <Outlet />
      {merged && search.includes(merged.key) && <Toast key={merged.key}>{merged.text}</Toast>}
      <LiveUpdates adminEmail={isAdmin && user ? user.email : null} />
    </Shell>
  );
}

/**
 * Keeps the sidebar, unless that is what fails. If the server does not answer, the root loader fails, too, and the router drops its
 * data.
 */
export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>("root") ?? lastLoaded;
  return (
    <OrPlain>
      <Shell
        user={loaded?.user ?? null}
        isAdmin={loaded?.showsOffice ?? false}
        payrollWeeks={loaded?.payrollWeeks ?? 0}
        isMac={loaded?.isMac ?? false}
      >
        <ErrorScreen />
      </Shell>
    </OrPlain>
  );
}
