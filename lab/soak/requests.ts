import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#db/seed/random.ts";
import { UNCOMPRESSED } from "#lab/support/uncompressed.ts";
import type { Ledger, LedgerOutcome, Write } from "./ledger.ts";

export type SoakFields = Record<string, string>;

/** Records of the demo barn that the users choose from; prices in cents. */
export type FormChoices = {
  horses: { id: string; name: string }[];
  services: { id: string; price: number; needs_groom: number }[];
  grooms: string[];
};

export type SoakUser = {
  url: string;
  /** The cookie of an admin's session; null for a groom at the service form. */
  cookie: string | null;
  /** An address in a network of its own, because the service form has a rate limit for each network. */
  address: string;
  random: Random;
  choices: FormChoices;
  ledger: Ledger;
  /** Customers that any user has added, which every admin may rename. */
  customers: string[];
  /** Bills of the service form, and exports, that any user has made: every admin may mend them. */
  bills: string[];
  exports: string[];
  /** Shows that this user has added, which no other user edits; batches of any user bill them. */
  shows: string[];
  /** Names of the payroll items that this user has added. */
  items: string[];
  /** When the user begins nothing new, in epoch milliseconds. */
  until: number;
  patience: Patience;
};

/** When all users give up, in epoch milliseconds; infinite until the app answers again after the last fault. */
export type Patience = { endsAt: number };

/** How often a user requests a page before doing something else. */
const TRIES = 4;

/** Opens a page, if need be at the second or a later try. Returns null if it does not come. */
export async function open(user: SoakUser, path: string): Promise<string | null> {
  for (let n = 0; n < TRIES && Date.now() < user.until; n += 1) {
    if (n > 0) await sleep(user.random.int(200, 1_000));
    const response = await ask(user, path);
    // The connection may break within the page.
    const page = response?.status === 200 ? await response.text().catch(() => null) : null;
    if (page !== null) return page;
  }
  return null;
}

/** Sends a form until it is accepted or refused, and enters the outcome into the ledger. */
export async function send(
  user: SoakUser,
  path: string,
  fields: SoakFields | string,
  write: Write,
): Promise<LedgerOutcome> {
  return (await sendForChange(user, path, fields, write)).outcome;
}

/** As `send`, with the key of the change, which the address after it names. */
export async function sendForChange(user: SoakUser, path: string, fields: SoakFields | string, write: Write) {
  const { outcome, posts, change } = await sendUntilAnswered(user, path, fields);
  user.ledger[outcome].push(write.kind === "row command" ? { ...write, posts } : write);
  return { outcome, change };
}

async function sendUntilAnswered(
  user: SoakUser,
  path: string,
  fields: SoakFields | string,
): Promise<{ outcome: LedgerOutcome; posts: number; change: string | null }> {
  let posts = 0;
  while (Date.now() < user.patience.endsAt) {
    posts += 1;
    const response = await ask(user, path, fields);
    const status = response?.status ?? 0;
    const change = new URL(response?.headers.get("Location") ?? "", user.url).searchParams.get("done");
    if (status === 303) return { outcome: "acknowledged", posts, change };
    if (status >= 400 && status < 500 && status !== 429) return { outcome: "refused", posts, change };
    await sleep(user.random.int(100, 600));
  }
  return { outcome: "unknown", posts, change: null };
}

/** Requests a page, or posts a form. Returns null if no answer comes. */
async function ask(user: SoakUser, path: string, fields?: SoakFields | string): Promise<Response | null> {
  const { url, cookie, address, ledger } = user;
  const start = performance.now();
  const response = await fetch(`${url}${path}`, {
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
    headers: {
      Origin: url,
      "CF-Connecting-IP": address,
      ...UNCOMPRESSED,
      ...(cookie && { Cookie: cookie }),
    },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  }).catch(() => null);
  ledger.times.push(performance.now() - start);
  const status = response?.status ?? 0;
  ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1);
  return response;
}
