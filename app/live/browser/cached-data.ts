import type { Written } from "#app/domain/basics/answers.ts";
import type { ChangeNumbers, Topic } from "#app/domain/basics/topics.ts";
import { loadedSearch } from "#app/domain/fields/notices.ts";
import { HEARTBEAT_MS, type StreamStatus } from "#app/live/protocol.ts";
import { placeAt } from "#app/registry/places.ts";
import { newestData, shareWith } from "./live-data.ts";
import { forgetChanges } from "./structural-sharing.ts";

/*
 * The data of the screens that this tab has loaded. They are shown again without a request while the stream says that they are exact
 * (docs/architecture.md, 'The exact cache'). They are in memory only, of one account, and go with the page.
 */

/** The limits of the cache. The size of a screen's data is the length of their JSON, in characters. */
const MAX_SCREENS = 20;
const MAX_SIZE = 5_000_000;
const MAX_AGE_MS = 10 * 60_000;

/**
 * For this many milliseconds the page may show the data from a command's answer, even while the stream is not
 * connected.
 */
const ANSWER_MS = 1_000;

/** A connected stream has announced a command of this tab after this many milliseconds. */
const SURE_MS = 2 * HEARTBEAT_MS;

/** After this many milliseconds without a message from the broker, the tab may have slept. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS;

/**
 * When data were requested: an instant in milliseconds, as of Date.now, and how often the cache had been emptied by
 * then.
 */
export type Began = { at: number; epoch: number };

/** `exactUntil` is an instant, as of Date.now. */
type Kept = { data: object; topics: readonly Topic[]; size: number; exactUntil: number };

/** The cached data, in the order of their use, the latest last. */
const kept = new Map<string, Kept>();

let numbers: ChangeNumbers = {};
let isLive = false;
let heardAt = 0;
/** How often the stream or a command brought news, and how often the cache was emptied. */
let [news, epoch] = [0, 0];
/** The instant from which `numbers` include every command of this tab, in milliseconds, as of Date.now. */
let sureFrom = 0;

/** The place that data were loaded for, and when they were requested. */
const loads = new WeakMap<object, Began & { key: string }>();

/** Begins a request. Its answer is not cached if the cache is emptied meanwhile. */
export const beginLoad = (): Began => ({ at: Date.now(), epoch });

/** Notes the address that data were loaded for, and when they were requested. */
export function noteLoad(address: Address, data: object, began: Began): void {
  const place = placeOf(address);
  if (place) loads.set(data, { ...began, key: place.key });
}

/** Notes that data on screen were requested again, and replaced. */
export function renewLoad(data: object, began: Began): void {
  const load = loads.get(data);
  if (load) loads.set(data, { ...load, ...began });
}

/** Applies a status of the stream. */
export function hearStream({ state, numbers: heard, mustReloadAll }: StreamStatus): void {
  if (mustReloadAll || state === "removed") forgetCached();
  const before = JSON.stringify([isLive, numbers]);
  isLive = state === "live";
  heardAt = Date.now();
  numbers = mustReloadAll ? heard : highest(numbers, heard);
  if (JSON.stringify([isLive, numbers]) !== before) news += 1;
}

/** Applies what a command of this tab has written, and the data that its answer brought. */
export function hearWritten({ topics, number, at, data }: Written): void {
  news += 1;
  numbers = highest(numbers, Object.fromEntries(topics.map((topic) => [topic, number])));
  if (!data) return;
  const address = new URL(at, location.origin);
  const before = kept.get(placeOf(address)?.key ?? "");
  if (before) shareWith(before.data, data);
  cache(address, data, Date.now() + ANSWER_MS);
}

function highest(some: ChangeNumbers, others: ChangeNumbers): ChangeNumbers {
  const all = { ...some };
  for (const [topic, number] of Object.entries(others) as [Topic, number][])
    all[topic] = Math.max(all[topic] ?? 0, number);
  return all;
}

/** How often the stream or a command brought news. */
export const countNews = (): number => news;

/** This tab forgets all data: a command has written what its answer does not name, or the data are another account's. */
export function forgetCached(): void {
  kept.clear();
  news += 1;
  epoch += 1;
  sureFrom = Date.now() + SURE_MS;
}

/** Whether data on screen, which depend on these topics, are the current data of the database. */
export const isExact = (data: object, topics: readonly Topic[]) =>
  Date.now() >= sureFrom && isHearing() && !isBehind(data, topics, numbers);

/** Whether the newest copy of some data lacks a change of one of the topics. */
export function isBehind(data: object, topics: readonly Topic[], changes: ChangeNumbers): boolean {
  const { changeNumber } = newestData(data) as { changeNumber?: number | null };
  return topics.some((topic) => (changes[topic] ?? 0) > (changeNumber ?? -1));
}

/** Whether the stream reports changes at this moment. */
export const isHearing = () => isLive && navigator.onLine && Date.now() - heardAt < SILENCE_MS;

type Address = Pick<URL, "pathname" | "searchParams">;

/**
 * The screen at an address, and the key of its data. Addresses of a short list share a key if they differ only in what
 * the browser searches, filters and sorts.
 */
function placeOf({ pathname, searchParams }: Address) {
  const place = placeAt(pathname);
  if (!place || place.screen.access === "everyone") return undefined;
  const { screen, page, path } = place;
  const search = !page && "isShort" in screen ? loadedSearch(searchParams) : String(searchParams);
  return { key: `${path}?${search}`, topics: (page ?? screen).topics };
}

/**
 * Caches the data of the screen at an address. Until `exactUntil` they may be shown even while the stream is not
 * connected. Data are not cached if they were loaded for another place, such as one with a notice, or requested before
 * the cache was last emptied.
 */
export function cache(address: Address, data: object, exactUntil = 0): void {
  const place = placeOf(address);
  if (!place || (newestData(data) as { changeNumber?: unknown }).changeNumber === null) return;
  const { key, topics } = place;
  const load = loads.get(data) ?? { ...beginLoad(), key };
  loads.set(data, load);
  if (load.key !== key || load.epoch !== epoch) return;
  const before = kept.get(key);
  const size = before?.data === data ? before.size : JSON.stringify(data).length;
  if (size > MAX_SIZE) return;
  kept.delete(key);
  kept.set(key, { data, topics, size, exactUntil });
  let total = 0;
  for (const each of kept.values()) total += each.size;
  for (const [name, each] of kept) {
    if (kept.size <= MAX_SCREENS && total <= MAX_SIZE) return;
    kept.delete(name);
    total -= each.size;
  }
}

/** The data of the screen at an address if they are exact. */
export function findCached(address: Address): object | undefined {
  const place = placeOf(address);
  const found = place && kept.get(place.key);
  if (!found) return undefined;
  const now = Date.now();
  const isCertain = isHearing() || now < found.exactUntil;
  const isYoung = now - (loads.get(found.data)?.at ?? 0) <= MAX_AGE_MS;
  if (!isCertain || !isYoung || isBehind(found.data, found.topics, numbers)) return undefined;
  // A change that was highlighted while the data were on screen is not highlighted again.
  forgetChanges(newestData(found.data));
  return found.data;
}
