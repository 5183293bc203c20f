import type { Session, SessionStorage } from "@remix-run/cloudflare";
import { Authenticator } from "remix-auth";
import { isAdminPath } from "#app/registry/places.ts";
import type { ValidEnv } from "#app/server/env.ts";
import { createStrategy, newProof, type Proof } from "./google.ts";
import { signedCookie, type User } from "./session.ts";

/** What a sign-in must remember until its callback. */
type Attempt = Proof & {
  /** The instant of the start, in milliseconds. The server checks it because a browser can ignore Max-Age. */
  startedAt: number;
  /** Whether the sign-in runs in a popup. */
  isInPopup: boolean;
  /** The admin page to open afterwards, or an empty text. */
  returnTo: string;
};

type AttemptData = { attempt: Attempt };

/** Time to choose an account on the provider's page. */
const TIME_LIMIT_SECONDS = 600;

/**
 * A sign-in at the provider. It has a cookie of its own, so that leaving the provider's page does not end the session.
 */
export type SignInFlow = {
  /** The redirect to the provider. */
  start(request: Request, how: { isInPopup: boolean; returnTo: string }): Promise<Response>;
  /** The attempt that the request's cookie remembers; undefined after 10 minutes. */
  findAttempt(request: Request): Promise<Pick<Attempt, "isInPopup" | "returnTo"> | undefined>;
  /**
   * The user whom the provider names in a callback.
   * @throws Error `unverified` if the provider has not verified the address, or with the reason why the callback is invalid
   */
  finish(request: Request): Promise<User>;
  /** The Set-Cookie header value that forgets the attempt. */
  forget(): Promise<string>;
};

/** The sign-in of the app at `origin`; `now` is the instant of the request. */
export function createSignIn(
  env: ValidEnv,
  origin: string,
  { secure, now }: { secure: boolean; now: Date },
): SignInFlow {
  const cookie = signedCookie<AttemptData>("hayloft-sign-in", {
    secret: env.SESSION_SECRET,
    secure,
    maxAgeSeconds: TIME_LIMIT_SECONDS,
  });
  const authenticate = (proof: Proof, storage: SessionStorage, request: Request) =>
    new Authenticator<User>(storage, { throwOnError: true })
      .use(createStrategy(env, origin, proof))
      .authenticate("google", request, { throwOnError: true });

  async function findAttempt(request: Request): Promise<Attempt | undefined> {
    const attempt = (await cookie.getSession(request.headers.get("Cookie"))).get("attempt");
    const isInTime = attempt && now.getTime() - attempt.startedAt < TIME_LIMIT_SECONDS * 1_000;
    return isInTime ? attempt : undefined;
  }

  return {
    findAttempt,
    async start(request, how) {
      const attempt = { ...(await newProof()), startedAt: now.getTime(), ...how };
      try {
        // A request without a body: remix-auth would try to copy the body, which was read already.
        await authenticate(attempt, startingWith(cookie, attempt), new Request(request.url));
      } catch (redirect) {
        if (redirect instanceof Response) return redirect;
        throw redirect;
      }
      throw new Error("The authenticator did not redirect to the identity provider");
    },
    async finish(request) {
      const attempt = await findAttempt(request);
      if (!attempt) throw new Error("the sign-in was not started in this browser within 10 minutes");
      return authenticate(attempt, cookie, request);
    },
    forget: async () => cookie.destroySession(await cookie.getSession()),
  };
}

/** The storage of remix-auth's state, which stores the attempt in the same cookie. */
function startingWith(cookie: SessionStorage<AttemptData>, attempt: Attempt): SessionStorage<AttemptData> {
  return {
    ...cookie,
    getSession: () => cookie.getSession(),
    commitSession(session: Session<AttemptData>) {
      session.set("attempt", attempt);
      return cookie.commitSession(session);
    },
  };
}

/** The path and search of an admin page that a parameter asks for; an empty text for any other address. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || !URL.canParse(wanted, BASE)) return "";
  const { origin, pathname, search } = new URL(wanted, BASE);
  return origin === BASE && isAdminPath(pathname) ? pathname + search : "";
}

const BASE = "https://hayloft.invalid";
