import { decodeJwt } from "jose";
import { GoogleStrategy } from "remix-auth-google";
import type { ValidEnv } from "#app/server/env.ts";
import type { User } from "./session.ts";

const CALLBACK_PATH = "/auth/google/callback";

type Options = ConstructorParameters<typeof GoogleStrategy<User>>;
type Extra = { id_token?: string };
type Profile = Awaited<ReturnType<GoogleStrategy<User>["userProfile"]>>;

/** Binds a callback to the sign-in that this browser started: a PKCE verifier with its challenge, and an OpenID nonce. */
export type Proof = { verifier: string; challenge: string; nonce: string };

/** A new proof, with 256 bits each. */
export async function newProof(): Promise<Proof> {
  const random = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const verifier = random();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return { verifier, challenge: base64Url(new Uint8Array(digest)), nonce: random() };
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * The Google sign-in of the app at `origin`. The callback URL is absolute because remix-auth would resolve a relative one
 * against `X-Forwarded-Host`, which anyone can send.
 */
export function createStrategy(env: ValidEnv, origin: string, proof: Proof): GoogleStrategy<User> {
  const options: Options[0] = {
    clientID: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    callbackURL: `${origin}${CALLBACK_PATH}`,
    scope: ["openid", "email", "profile"],
    prompt: "select_account",
  };
  const verify: Options[1] = async ({ profile, extraParams }) => {
    const { id_token } = extraParams as Extra;
    // The token came from the provider itself over TLS, so its signature needs no check (OpenID Connect Core, 3.1.3.7).
    if (!id_token || decodeJwt(id_token).nonce !== proof.nonce) throw new Error("the nonce does not match");
    return verifiedUser(profile._json);
  };
  return env.LOCAL_ISSUER
    ? new LocalStrategy(options, verify, proof, env.LOCAL_ISSUER)
    : new ProvedStrategy(options, verify, proof);
}

/** The origin that the sign-in form redirects to; the Content-Security-Policy must allow it. */
export function providerOrigin(env: ValidEnv): string {
  return env.LOCAL_ISSUER ? new URL(env.LOCAL_ISSUER).origin : "https://accounts.google.com";
}

/**
 * The user of a provider's profile, with the address in lower case (docs/product.md, 'Sign-in').
 * @throws Error `unverified` if the provider has not verified the address
 */
function verifiedUser(profile: { email?: unknown; email_verified?: unknown; name?: unknown }): User {
  const { email, email_verified, name } = profile;
  if (typeof email !== "string" || email_verified !== true) throw new Error("unverified");
  return { email: email.toLowerCase(), name: typeof name === "string" && name ? name : email };
}

/** Google's strategy with PKCE and a nonce, which remix-auth-google 2 leaves to subclasses. */
class ProvedStrategy extends GoogleStrategy<User> {
  private readonly proof: Proof;

  constructor(options: Options[0], verify: Options[1], proof: Proof) {
    super(options, verify);
    this.proof = proof;
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set("code_challenge", this.proof.challenge);
    params.set("code_challenge_method", "S256");
    params.set("nonce", this.proof.nonce);
    return params;
  }

  protected override tokenParams(): URLSearchParams {
    return new URLSearchParams({ code_verifier: this.proof.verifier });
  }
}

/** The strategy against an OpenID Connect provider on this machine, for development and tests. */
class LocalStrategy extends ProvedStrategy {
  private readonly issuer: string;

  constructor(options: Options[0], verify: Options[1], proof: Proof, issuer: string) {
    super(options, verify, proof);
    this.issuer = issuer;
    this.authorizationURL = `${issuer}/auth`;
    this.tokenURL = `${issuer}/token`;
  }

  protected override async userProfile(accessToken: string): Promise<Profile> {
    const response = await fetch(`${this.issuer}/me`, { headers: { Authorization: `Bearer ${accessToken}` } });
    const claims = (await response.json()) as Profile["_json"];
    return {
      provider: "google",
      id: claims.sub,
      displayName: claims.name,
      name: { familyName: claims.family_name, givenName: claims.given_name },
      emails: [{ value: claims.email }],
      photos: [{ value: claims.picture }],
      _json: claims,
    };
  }
}
