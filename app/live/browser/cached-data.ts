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

/** What is kept at most. The size of a screen's data is that of their JSON, in characters. */
const MAX_SCREENS = 20;
const MAX_SIZE = 5_000_000;
const MAX_AGE_MS = 10 * 60_000;

/** For this many milliseconds the page may show the data that the answer to a command brought, even while the stream is not connected. */
const ANSWER_MS = 1_000;

/** After this time a stream that is connected has announced what a command of this tab wrote, in milliseconds. */
const SURE_MS = 2 * HEARTBEAT_MS;

/** A tab that has heard nothing from its broker for this long may have slept, in milliseconds. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS;

/** When some data were requested: an instant in milliseconds, as of Date.now, and how often everything had been forgotten. */
export type Began = { at: number; epoch: number };

/** `exactUntil` is an instant, as of Date.now. */
type Kept = { data: object; topics: readonly Topic[]; size: number; exactUntil: number };

/** In the order of their use, the latest last. */
const kept = new Map<string, Kept>();

let numbers: ChangeNumbers = {};
let isLive = false;
let heardAt = 0;
/** How often there was news, of the stream or of a command, and how often everything was forgotten. */
let [news, epoch] = [0, 0];
/** From when on the numbers include every command of this tab: an instant in milliseconds, as of Date.now. */
let sureFrom = 0;

/** Which place data were loaded for, and when they were requested. */
const loads = new WeakMap<object, Began & { key: string }>();

/** The beginning of a request. What everything was forgotten for since makes its answer worthless. */
export const beginLoad = (): Began => ({ at: Date.now(), epoch });

/** Notes that the data of an address were requested at that time. */
export function noteLoad(address: Address, data: object, began: Began): void {
  const place = placeOf(address);
  if (place) loads.set(data, { ...began, key: place.key });
}

/** Notes that data on screen were requested again, and replaced. */
export function renewLoad(data: object, began: Began): void {
  const load = loads.get(data);
  if (load) loads.set(data, { ...load, ...began });
}

/** Takes over what the stream says. */
export function hearStream({ state, numbers: heard, mustReloadAll }: StreamStatus): void {
  if (mustReloadAll || state === "removed") forgetCached();
  const before = JSON.stringify([isLive, numbers]);
  isLive = state === "live";
  heardAt = Date.now();
  numbers = mustReloadAll ? heard : highest(numbers, heard);
  if (JSON.stringify([isLive, numbers]) !== before) news += 1;
}

/** Takes over what a command of this tab has written, and the data that its answer brought. */
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

/** How often there was news. */
export const countNews = (): number => news;

/** This tab forgets all data: a command has written what its answer does not name, or the data are another account's. */
export function forgetCached(): void {
  kept.clear();
  news += 1;
  epoch += 1;
  sureFrom = Date.now() + SURE_MS;
}

/** Whether data on screen, of some topics, are those that the database has. */
export const isExact = (data: object, topics: readonly Topic[]) =>
  Date.now() >= sureFrom && isHearing() && !isBehind(data, topics, numbers);

/** Whether the newest copy of some data lacks a change of one of the topics. */
export function isBehind(data: object, topics: readonly Topic[], changes: ChangeNumbers): boolean {
  const { changeNumber } = newestData(data) as { changeNumber?: number | null };
  return topics.some((topic) => (changes[topic] ?? 0) > (changeNumber ?? -1));
}

/** Whether the stream says at this moment what changes. */
export const isHearing = () => isLive && navigator.onLine && Date.now() - heardAt < SILENCE_MS;

type Address = Pick<URL, "pathname" | "searchParams">;

/** The screen at an address, and a name of its data: all addresses of a short list that differ in what the browser does share them. */
function placeOf({ pathname, searchParams }: Address) {
  const place = placeAt(pathname);
  if (!place || place.screen.access === "everyone") return undefined;
  const { screen, page, path } = place;
  const search = !page && "isShort" in screen ? loadedSearch(searchParams) : String(searchParams);
  return { key: `${path}?${search}`, topics: (page ?? screen).topics };
}

/**
 * This tab keeps the data of the screen at an address. Until `exactUntil` they may be shown even while the stream is not connected. Data
 * are not kept that were loaded for another place, such as one with a notice, or that were requested before everything was forgotten.
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
  // What changed while the data were on screen is no news when they are shown again.
  forgetChanges(newestData(found.data));
  return found.data;
}
