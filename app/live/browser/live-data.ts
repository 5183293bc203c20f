import { useActionData, useLoaderData } from "@remix-run/react";
import { useRef, useSyncExternalStore } from "react";
import { type Unpacked, unpack } from "#app/domain/basics/packed-rows.ts";
import { forgetChanges, shareStructure } from "./structural-sharing.ts";

/** Loader data with their rows unpacked, and newer copies of them, keyed by the data that Remix holds. */
const newerData = new WeakMap<object, object>();

const subscribers = new Set<() => void>();

/** The newest copy of a loader's data, with its rows unpacked. */
export function newestData(loaded: object): object {
  const newest = newerData.get(loaded) ?? unpack(loaded);
  newerData.set(loaded, newest);
  return newest;
}

/**
 * Makes `next` share the parts that equal `previous`, so that React renders only the rest. No part counts as changed.
 */
export function shareWith(previous: object, next: object): void {
  const shared = shareStructure(newestData(previous), unpack(next));
  forgetChanges(shared);
  newerData.set(next, shared);
}

/** Stores newly loaded data for each loader and renders the components that show it. */
export function replaceData(pairs: [loaded: object, next: object][]): void {
  for (const [loaded, next] of pairs) newerData.set(loaded, shareStructure(newestData(loaded), unpack(next)));
  for (const notify of subscribers) notify();
}

function subscribe(notify: () => void): () => void {
  subscribers.add(notify);
  return () => subscribers.delete(notify);
}

/** The number of the last change in a loader's data, or null for a visitor. `liveLoader` adds it. */
type Numbered = { changeNumber: number | null };

/** A loader whose data can be kept up to date: a loader without a change number does not compile here. */
type LiveLoader = (args: never) => Promise<Numbered | { data: Numbered }>;

/**
 * The data of the route's loader, kept up to date (docs/architecture.md, 'One live update'). Not by Remix's revalidation, which
 * discards action data, and replaces the page by an error page if a loader fails.
 */
export function useLiveData<Loader extends LiveLoader>() {
  return useNewest(useLoaderData<Loader>());
}

/** The newest copy of a loader's data; undefined stays undefined. */
export function useNewest<Data>(loaded: Data): Unpacked<Data> {
  const newest = () => (loaded ? newestData(loaded) : loaded) as Unpacked<Data>;
  return useSyncExternalStore(subscribe, newest, newest);
}

/** The data of a loader as components receive it. */
export type LoaderData<Loader> = ReturnType<typeof useLoaderData<Loader>>;

type BatchData = Numbered & { opened: ({ idempotencyKey: string; fingerprint: string } & object) | null };
type LiveBatch<Data> = Data & { hasChanged: boolean };

/**
 * The data of a batch dialog, kept up to date under the idempotency key that the dialog opened with. `hasChanged` tells whether
 * the batch differs from the one that the dialog opened with. If a submission got no answer, the data stay as submitted, so
 * that Confirm repeats the same payload.
 */
export function useLiveBatch<Data extends BatchData>(): LiveBatch<Data> {
  const loaded = useLoaderData() as Data;
  const newest = useNewest(loaded) as Data;
  const answer = useActionData<{ unreachable?: boolean }>();
  const lastShown = useRef<LiveBatch<Data>>();
  if (answer?.unreachable && lastShown.current) return lastShown.current;
  lastShown.current = withOpenedKey(loaded, newest);
  return lastShown.current;
}

function withOpenedKey<Data extends BatchData>(loaded: Data, newest: Data): LiveBatch<Data> {
  if (!loaded.opened || !newest.opened) return { ...loaded, hasChanged: false };
  const { idempotencyKey, fingerprint } = loaded.opened;
  return {
    ...newest,
    opened: { ...newest.opened, idempotencyKey },
    hasChanged: newest.opened.fingerprint !== fingerprint,
  };
}
