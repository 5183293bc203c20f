import { Authenticator } from "remix-auth";
import { GoogleStrategy } from "remix-auth-google";
import type { ValidEnv } from "#app/server/env.ts";
import type { Sessions, User } from "./session.ts";

const CALLBACK_PATH = "/auth/google/callback";

type Options = ConstructorParameters<typeof GoogleStrategy<User>>;
type Profile = Awaited<ReturnType<GoogleStrategy<User>["userProfile"]>>;

/**
 * The Google sign-in of the app at `origin`. The callback URL is absolute because remix-auth would resolve a relative one
 * against `X-Forwarded-Host`, which anyone can send.
 */
export function createAuthenticator(env: ValidEnv, sessions: Sessions, origin: string): Authenticator<User> {
  const authenticator = new Authenticator<User>(sessions, { sessionKey: "user", throwOnError: true });
  const options: Options[0] = {
    clientID: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    callbackURL: `${origin}${CALLBACK_PATH}`,
    scope: ["openid", "email", "profile"],
    prompt: "select_account",
  };
  const verify: Options[1] = async ({ profile }) => verifiedUser(profile._json);
  return authenticator.use(
    env.LOCAL_ISSUER ? new LocalStrategy(options, verify, env.LOCAL_ISSUER) : new GoogleStrategy<User>(options, verify),
  );
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

/** Google's strategy against an OpenID Connect provider on this machine, for development and tests. */
class LocalStrategy extends GoogleStrategy<User> {
  private readonly issuer: string;

  constructor(options: Options[0], verify: Options[1], issuer: string) {
    super(options, verify);
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
