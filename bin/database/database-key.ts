import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { SignJWT } from "jose";
import { readOrCreate } from "#bin/process/stored-file.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";

type DatabaseKey = {
  /** The token that a client sends. It does not expire: who can read the data directory can read the data. */
  authToken: string;
  /** The key with which sqld checks the token, in PEM. */
  publicKey: string;
};

/**
 * The key of the local database in a data directory, created by the first call. Without it any page that is open in a browser
 * on this machine could read and write the database, because sqld answers every origin.
 */
export async function databaseKey(dataDir: string): Promise<DatabaseKey> {
  const file = join(dataDir, "database-key.pem");
  const key = parse(readOrCreate(file, newKey), file);
  return {
    authToken: await new SignJWT().setProtectedHeader({ alg: "EdDSA" }).sign(key),
    publicKey: createPublicKey(key).export({ type: "spki", format: "pem" }).toString(),
  };
}

function newKey(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function parse(text: string, file: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    throw new UserFacingError(
      `${file} holds no key of the database; delete the file, and the next start makes a new one.`,
    );
  }
}
