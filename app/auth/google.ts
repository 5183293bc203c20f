import { Authenticator } from "remix-auth";
import { GoogleStrategy } from "remix-auth-google";
import type { Settings } from "#app/server/env.ts";
import type { Sessions, User } from "./session.ts";

export const CALLBACK_PATH = "/auth/google/callback";

type Options = ConstructorParameters<typeof GoogleStrategy<User>>;
type Profile = Awaited<ReturnType<GoogleStrategy<User>["userProfile"]>>;

/**
 * Google's sign-in for an origin. The callback's address is absolute, since a relative one would trust
 * `X-Forwarded-Host`.
 */
export function signInWith(settings: Settings, sessions: Sessions, origin: string): Authenticator<User> {
  const authenticator = new Authenticator<User>(sessions, { sessionKey: "user", throwOnError: true });
  const options: Options[0] = {
    clientID: settings.GOOGLE_CLIENT_ID,
    clientSecret: settings.GOOGLE_CLIENT_SECRET,
    callbackURL: `${origin}${CALLBACK_PATH}`,
    scope: ["openid", "email", "profile"],
    prompt: "select_account",
  };
  const verify: Options[1] = async ({ profile }) => userOf(profile._json);
  return authenticator.use(
    settings.LOCAL_ISSUER
      ? new LocalStrategy(options, verify, settings.LOCAL_ISSUER)
      : new GoogleStrategy<User>(options, verify),
  );
}

/** Where a sign-in form may lead to: part of the Content-Security-Policy. */
export function providerOrigin(settings: Settings): string {
  return settings.LOCAL_ISSUER ? new URL(settings.LOCAL_ISSUER).origin : "https://accounts.google.com";
}

/** The user of a profile. Only an address that the provider says is verified counts. */
export function userOf(profile: { email?: unknown; email_verified?: unknown; name?: unknown }): User {
  const { email, email_verified, name } = profile;
  if (typeof email !== "string" || email_verified !== true) throw new Error("unverified");
  return { email: email.toLowerCase(), name: typeof name === "string" && name ? name : email };
}

/** The same strategy against an OpenID provider on this machine. */
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
