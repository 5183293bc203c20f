import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
// Not the package's index: that only adds a warning which, on Node 20, greets every start.
import { Check, Prompt } from "oidc-provider/lib/helpers/interaction_policy/index.js";
import { type Context, Provider } from "oidc-provider/lib/provider.js";
import { parseEmail } from "#app/domain/basics/parse.ts";
import { accountChooser, signInFailure } from "./account-chooser.ts";
import { LOOPBACK } from "./ports.ts";
import { memoryAdapter } from "./provider-memory.ts";

/** An account of the provider. `emailVerified` is its claim `email_verified`; undefined leaves the claim out. */
export type Account = { email: string; name: string; emailVerified: unknown };

export type IdentityProvider = { issuer: string; stop(): Promise<void> };

const SCOPES = "openid email profile";

/** An account of which the provider knows the address alone. */
export const accountOf = (email: string): Account => ({ email, name: email.split("@")[0] ?? "", emailVerified: true });

/**
 * An OpenID Connect provider on loopback that stands in for Google: `/auth`, `/token` and `/me` under its issuer. At
 * every sign-in the user chooses an account or types an e-mail address; there is no password and no remembered session.
 */
export async function startIdentityProvider(options: {
  port: number;
  /** The accounts that the page offers; read each time it is shown. */
  accounts: () => Promise<Account[]>;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}): Promise<IdentityProvider> {
  const { port, accounts } = options;
  const issuer = `http://${LOOPBACK}:${port}`;
  const chosen: Chosen = new Map();
  const provider = new Provider(issuer, configurationFor({ ...options, chosen }));
  const serveProtocol = provider.callback();

  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return serveProtocol(request, response);
    try {
      await chooseAccount({ provider, chosen, offered: await accounts() }, request, response);
    } catch {
      sendPage(response, 400, signInFailure("The page was open for too long, or it was opened in another browser."));
    }
  });
  server.listen(port, LOOPBACK);
  await once(server, "listening");
  return {
    issuer,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The accounts that were chosen, by their subjects. */
type Chosen = Map<string, Account>;

type Choice = { provider: Provider; chosen: Chosen; offered: Account[] };

async function chooseAccount(
  { provider, chosen, offered }: Choice,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    const emails = offered.map(({ email }) => email);
    return sendPage(response, 200, accountChooser(`/interaction/${uid}`, emails));
  }
  const account = findAccount(offered, (await readForm(request)).get("account") ?? "");
  if (!account) {
    const refusal = { error: "access_denied", error_description: "No account was chosen" };
    return provider.interactionFinished(request, response, refusal);
  }
  const subject = subjectOf(account.email);
  chosen.set(subject, account);
  const login = { accountId: subject, remember: false };
  return provider.interactionFinished(request, response, { login, select_account: {} });
}

/** The offered account with the address, in any case, or a new account; undefined if the text is no address. */
function findAccount(offered: Account[], text: string): Account | undefined {
  const parsed = parseEmail(text);
  if (!("value" in parsed)) return undefined;
  return offered.find(({ email }) => email.toLowerCase() === parsed.value) ?? accountOf(parsed.value);
}

function configurationFor({
  chosen,
  clientId,
  clientSecret,
  redirectUris,
}: Parameters<typeof startIdentityProvider>[0] & { chosen: Chosen }) {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  return {
    adapter: memoryAdapter(),
    jwks: { keys: [{ ...key, use: "sig", alg: "ES256" }] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    pkce: { required: () => false },
    scopes: SCOPES.split(" "),
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    findAccount: (_: Context, subject: string) => {
      const account = chosen.get(subject);
      return account && { accountId: subject, claims: () => claimsOf(subject, account) };
    },
    // The provider's page of consent is not needed: the app is the only client, and its owner trusts it.
    loadExistingGrant,
    interactions: {
      policy: [
        new Prompt(
          { name: "login", requestable: true },
          new Check("choice", "An account is to be chosen", notYetChosen),
        ),
        new Prompt({ name: "select_account", requestable: true }),
      ],
    },
    // A token must not end with a session, since sessions are not stored.
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    clientBasedCORS: () => false,
    renderError: (context: Context, out: { error: string; error_description?: string }) => {
      context.type = "html";
      context.body = signInFailure(out.error_description ?? out.error);
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 600, Interaction: 3600, Session: 600 },
  };
}

function notYetChosen({ oidc }: Context): boolean {
  return !(oidc.result && "login" in oidc.result);
}

async function loadExistingGrant({ oidc }: Context) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.account.accountId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}

function claimsOf(sub: string, { email, name, emailVerified }: Account) {
  const [given_name = name, ...others] = name.split(" ");
  return { sub, email, email_verified: emailVerified, name, given_name, family_name: others.join(" ") };
}

/** Opaque, and the same at every sign-in, like Google's. */
function subjectOf(email: string): string {
  return createHash("sha256").update(email).digest("hex").slice(0, 21);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const part of request.setEncoding("utf8")) {
    body += part;
    if (body.length > 4_096) throw new Error("The form is too long");
  }
  return new URLSearchParams(body);
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(html);
}
