import type { Written } from "#app/domain/basics/answers.ts";
import { type ChangeNumbers, TOPICS, type Topic } from "#app/domain/basics/topics.ts";
import { loadedSearch } from "#app/domain/fields/notices.ts";
import { HEARTBEAT_MS, type StreamStatus } from "#app/live/protocol.ts";
import { placeAt } from "#app/registry/places.ts";
import { newestData, replaceData, shareWith } from "./live-data.ts";
import { forgetChanges } from "./structural-sharing.ts";

/*
 * The loader data in this tab: what is loaded, when, for which session, and up to which change. Data are shown again without a request
 * while the stream says that they are exact (docs/architecture.md, 'The exact cache'). They are in memory only.
 */

const MAX_PLACES = 20;
const MAX_AGE_MS = 10 * 60_000;

/**
 * For this many milliseconds the page may show the data from a command's answer, even while the stream is not
 * connected.
 */
const ANSWER_MS = 1_000;

/** After this many milliseconds without a message from the broker, the tab may have slept. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS;

/** Instants are in milliseconds, as of Date.now. */
type Entry = {
  topics: readonly Topic[];
  requestedAt: number;
  /** How often everything had been forgotten when the data were requested. */
  epoch: number;
  data: object | Promise<object>;
  /** The number of a change that the data include, with all changes before it; null for a visitor's data. */
  number: number | null;
  /** Until then the data need no proof by the stream. */
  provenUntil: number;
};

/** The entries that may be shown again, by the place of their data, in the order of their use, the latest last. */
const byKey = new Map<string, Entry>();
/** The entries of loaded data, by the object that Remix holds. */
const byData = new WeakMap<object, Entry>();

let epoch = 0;
let state: StreamStatus["state"] = "reconnecting";
let heardAt = 0;
/** The number of the last change of each topic, by the stream and by the answers to commands of this tab. */
let numbers: ChangeNumbers = {};

/** Forgets all data: another session or day begins, or a command has written what its answer does not name. */
export function forgetAll(): void {
  byKey.clear();
  epoch += 1;
}

/** Applies a status of the stream. */
export function hearStream({ state: heard, numbers: announced, mustReloadAll }: StreamStatus): void {
  state = heard;
  heardAt = Date.now();
  if (mustReloadAll) numbers = {};
  if (mustReloadAll || state === "removed") forgetAll();
  learn(announced);
}

/** Applies what a command of this tab has written, and the data that its answer brought. */
export function hearWritten({ topics, number, at, data }: Written): void {
  learn(Object.fromEntries(topics.map((topic) => [topic, number])));
  if (!data) return;
  const place = placeOf("screen", new URL(at, location.origin));
  const before = byKey.get(place.key)?.data;
  if (before && !(before instanceof Promise)) shareWith(before, data);
  const entry = store(place.key, entryFor(place.topics, data));
  entry.provenUntil = Date.now() + ANSWER_MS;
  arrive(entry, data);
}

function learn(announced: ChangeNumbers): void {
  const all = { ...numbers };
  for (const [topic, number] of Object.entries(announced) as [Topic, number][])
    all[topic] = Math.max(all[topic] ?? 0, number);
  numbers = all;
}

export const streamState = () => state;

/** Whether the stream reports changes at this moment. */
export const isHearing = () => state === "live" && navigator.onLine && Date.now() - heardAt < SILENCE_MS;

const lacks = ({ topics, number }: Entry, changes: ChangeNumbers) =>
  topics.some((topic) => (changes[topic] ?? 0) > (number ?? -1));

const isProven = (entry: Entry) =>
  entry.epoch === epoch && (isHearing() || Date.now() < entry.provenUntil) && !lacks(entry, numbers);

function entryOf(data: object): Entry {
  const entry = byData.get(data);
  if (!entry) throw new Error("The data on screen are not in the cache");
  return entry;
}

/** Whether data on screen lack a change that the tab knows of. */
export const isBehind = (data: object) => lacks(entryOf(data), numbers);

/** Whether data on screen are the current data of the database. */
export function isExact(data: object): boolean {
  const entry = byData.get(data);
  return entry !== undefined && isProven(entry);
}

type Kind = "screen" | "dialog";
type Address = Pick<URL, "pathname" | "searchParams">;

/**
 * The place of the screen, or of the dialog over it, at an address. Addresses of a short list share a place if they
 * differ only in what the browser searches, filters and sorts. A dialog without topics depends on all.
 */
function placeOf(kind: Kind, { pathname, searchParams }: Address): { key: string; topics: readonly Topic[] } {
  const { screen, page, dialog, path = pathname } = placeAt(pathname) ?? {};
  if (kind === "dialog") return { key: `${pathname}?${searchParams}`, topics: dialog?.topics ?? TOPICS };
  const search = screen && !page && "isShort" in screen ? loadedSearch(searchParams) : searchParams;
  return { key: `${path}?${search}`, topics: (page ?? screen)?.topics ?? TOPICS };
}

function entryFor(topics: readonly Topic[], data: Entry["data"]): Entry {
  // The database has every change that the tab knows of.
  const number = Math.max(0, ...Object.values(numbers));
  return { topics, requestedAt: Date.now(), epoch, data, number, provenUntil: 0 };
}

function store(key: string, entry: Entry): Entry {
  byKey.delete(key);
  byKey.set(key, entry);
  for (const oldest of byKey.keys()) if (byKey.size > MAX_PLACES) byKey.delete(oldest);
  return entry;
}

function arrive(entry: Entry, data: object): void {
  entry.data = data;
  noteNumber(entry, data);
  byData.set(data, entry);
}

/** Notes up to which change the data go, if they say so. */
function noteNumber(entry: Entry, data: object): void {
  const { changeNumber = entry.number } = data as { changeNumber?: number | null };
  entry.number = changeNumber;
}

function find(key: string): Entry | undefined {
  const entry = byKey.get(key);
  return entry && isProven(entry) && Date.now() - entry.requestedAt <= MAX_AGE_MS ? entry : undefined;
}

/** Whether the data of a screen or dialog are exact, or on their way. */
export const isLoaded = (kind: Kind, address: Address) => find(placeOf(kind, address).key) !== undefined;

/** Enters the data that a request for a screen or dialog will bring. */
export function enter(kind: Kind, address: Address, data: Promise<object>): void {
  const { key, topics } = placeOf(kind, address);
  const entry = store(key, entryFor(topics, data));
  data.then(
    (loaded) => arrive(entry, loaded),
    // The press that follows requests the data again, and reports the error.
    () => byKey.get(key) === entry && byKey.delete(key),
  );
}

/**
 * Enters data that the page shows and that no client loader has entered, such as those of its HTML; those of a screen
 * with its address, at which they may be shown again.
 */
export function enterShown(data: object, topics: readonly Topic[], address: Address | undefined): void {
  if (byData.has(data)) return;
  const entry = entryFor(topics, data);
  arrive(entry, data);
  if (address) store(placeOf("screen", address).key, entry);
}

/**
 * The data of a screen or dialog if they are exact, which waits for those on their way. Those of a dialog are taken
 * once: they have the key of its form.
 */
export async function take(kind: Kind, address: Address): Promise<object | undefined> {
  const { key } = placeOf(kind, address);
  const entry = find(key);
  if (!entry) return undefined;
  if (kind === "dialog") byKey.delete(key);
  else store(key, entry);
  const data = await Promise.resolve(entry.data).catch(() => undefined);
  if (!data || !isProven(entry)) return undefined;
  // A change that was highlighted while the data were on screen is not highlighted again.
  forgetChanges(newestData(data));
  return data;
}

/**
 * Begins a request for newer copies of data on screen. The function that it returns shows them, and tells whether they
 * include every change that the tab knew of when the request began.
 */
export function beginReload(): (pairs: [loaded: object, next: object][]) => boolean {
  const began = { requestedAt: Date.now(), epoch };
  const wanted = numbers;
  return (pairs) => {
    replaceData(pairs);
    for (const [loaded, next] of pairs) noteNumber(Object.assign(entryOf(loaded), began), next);
    return !pairs.some(([loaded]) => lacks(entryOf(loaded), wanted));
  };
}
