import { randomUUID } from "node:crypto";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { addressOfLinks, describeLinksOf } from "#app/domain/statements/shared-statement.ts";
import { connect } from "#db/connection.ts";
import { ConflictError } from "#db/errors.ts";
import { addAdmin, findAdmin, listAdmins, removeAdmin } from "#db/queries/barn/admins.ts";
import { countLinksOfDeleted } from "#db/queries/statements/working-links.ts";
import { tellApp, withDatabase } from "./database/database.ts";
import type { NamedDatabase } from "./database/named-database.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

const USAGE =
  "Say what to do: npm run admin -- add someone@example.com, npm run admin -- remove someone@example.com, or: npm run admin -- list";

/**
 * `npm run admin -- add EMAIL` makes an admin, the first one too; `remove` takes the rights away and ends the sessions of the
 * address; `list` names all admins.
 */
export async function command([action, address, ...others]: string[]): Promise<void> {
  const change = { add, remove }[action ?? ""];
  if (change && address !== undefined && others.length === 0) {
    const email = checkedAddress(address);
    return withDatabase((database) => change(database, email));
  }
  if (action === "list" && address === undefined) return withDatabase(list);
  throw new UserFacingError(USAGE);
}

async function add(database: NamedDatabase, email: string): Promise<void> {
  const db = connect(database);
  const [already] = await db.read(findAdmin(email));
  if (already) return console.log(`${email} is an admin already.`);
  await db.write(addAdmin({ id: randomUUID(), actor: "command line", at: new Date(), email }));
  await tellApp(database);
  console.log(`${email} is an admin now.`);
}

async function remove(database: NamedDatabase, email: string): Promise<void> {
  const db = connect(database);
  const [found] = await db.read(findAdmin(email));
  if (!found) throw new UserFacingError(`${email} is no admin.`);
  const removal = removeAdmin({ actor: "command line", at: new Date(), email });
  try {
    await db.write(removal);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new UserFacingError(`${email} is the last admin; add another one first.`);
  }
  await tellApp(database);
  console.log(`${email} is no admin any more, and is signed out everywhere.`);
  const [links] = await db.read(countLinksOfDeleted(removal.idempotencyKey, todayInNewYork(new Date())));
  if (!links?.count) return;
  console.log(describeLinksOf(email, links.count));
  console.log(`To turn off links, open ${addressOfLinks({ customerId: null, actor: email })} in the app.`);
}

async function list(database: NamedDatabase): Promise<void> {
  const admins = await connect(database).read(listAdmins());
  for (const { email } of admins) console.log(email);
  if (admins.length === 0) console.log("There is no admin yet.");
}

/** In lower case, as addresses are compared. @throws UserFacingError if it is no e-mail address */
export function checkedAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) {
    throw new UserFacingError(`'${text}' is not an e-mail address.`);
  }
  return email;
}
