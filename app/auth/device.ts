import type { SessionStorage } from "@remix-run/cloudflare";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { signedCookie } from "./session.ts";

/** A device is one browser, shared by all its users: a random id in a signed cookie that no script can read. */
type DeviceData = { device: string };

export type DeviceCookie = SessionStorage<DeviceData>;

/**
 * The id never changes: another `Cookie` header would keep Back from restoring a posted form (see `headers` of the
 * form).
 */
const MAX_AGE_SECONDS = 365 * 86_400;

export function createDeviceCookie(secret: string, { secure }: { secure: boolean }): DeviceCookie {
  return signedCookie<DeviceData>("hayloft-device", { secret, secure, maxAgeSeconds: MAX_AGE_SECONDS });
}

/** The device that the request's cookie names, or null. */
export async function readDevice(request: Request, cookie: DeviceCookie): Promise<string | null> {
  const id = (await cookie.getSession(request.headers.get("Cookie"))).get("device");
  return id && isUuid(id) ? id : null;
}

/** The Set-Cookie header value that gives a browser its id. */
export async function commitNewDevice(cookie: DeviceCookie): Promise<string> {
  const data = await cookie.getSession();
  data.set("device", crypto.randomUUID());
  return cookie.commitSession(data);
}
