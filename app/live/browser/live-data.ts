import { useActionData, useLoaderData } from "@remix-run/react";
import { useRef, useSyncExternalStore } from "react";
import { share } from "./structural-sharing.ts";

/** What was read since of what a loader has read. */
const newer = new WeakMap<object, object>();

const watchers = new Set<() => void>();

/** The newest there is of what a loader has read. */
export const newest = (loaded: object): object => newer.get(loaded) ?? loaded;

/** Takes what was read now of what some loaders have read before. */
export function renew(pairs: [loaded: object, now: object][]): void {
  for (const [loaded, now] of pairs) newer.set(loaded, share(newest(loaded), now));
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * What the route's loader has read, as it is now: what others change comes in by itself. Not by Remix's own revalidation,
 * which forgets what an action has answered, and puts an error in the place of the page where something cannot be read.
 */
export function useLiveData<Loader>() {
  const loaded = useLoaderData<Loader>();
  const now = () => (loaded ? newest(loaded) : loaded) as typeof loaded;
  return useSyncExternalStore(watch, now, () => loaded);
}

/** What a loader's data are in the page. */
export type LoaderData<Loader> = ReturnType<typeof useLoaderData<Loader>>;

type Opened = { opened: ({ idempotencyKey: string; fingerprint: string } & object) | null };

/**
 * The same for a dialog in which something is looked at and confirmed. What it sends goes by the id that it was opened with,
 * and what was sent and not answered for stays as it was sent. `hasChanged` where it is not what it was opened with.
 */
export function useLiveBatch<Data extends Opened>(): Data & { hasChanged: boolean } {
  const loaded = useLoaderData() as Data;
  const live = useLiveData() as Data;
  const answer = useActionData<{ unreachable?: boolean }>();
  const sent = useRef<Data & { hasChanged: boolean }>();
  if (answer?.unreachable && sent.current) return sent.current;
  sent.current = followed(loaded, live);
  return sent.current;
}

function followed<Data extends Opened>(loaded: Data, live: Data): Data & { hasChanged: boolean } {
  if (!loaded.opened || !live.opened) return { ...loaded, hasChanged: false };
  const { idempotencyKey, fingerprint } = loaded.opened;
  return { ...live, opened: { ...live.opened, idempotencyKey }, hasChanged: live.opened.fingerprint !== fingerprint };
}
