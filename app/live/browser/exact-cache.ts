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
  /** The place that the data may be shown at again; null for data that are shown only once, or only at present. */
  key: string | null;
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

/** The entries of places that were loaded, in the order of their use, the latest last. */
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
  const before = byKey.get(place.key ?? "")?.data;
  if (before && !(before instanceof Promise)) shareWith(before, data);
  add({ ...place, data, provenUntil: Date.now() + ANSWER_MS });
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
function placeOf(kind: Kind, { pathname, searchParams }: Address): Pick<Entry, "key" | "topics"> {
  const place = placeAt(pathname);
  if (!place || place.screen.access === "everyone") return { key: null, topics: TOPICS };
  const { screen, page, dialog, path } = place;
  if (kind === "dialog") return { key: `${pathname}?${searchParams}`, topics: dialog?.topics ?? TOPICS };
  const search = !page && "isShort" in screen ? loadedSearch(searchParams) : searchParams;
  return { key: `${path}?${search}`, topics: (page ?? screen).topics };
}

function add(fields: Pick<Entry, "key" | "topics" | "data"> & Partial<Entry>): void {
  // The database has every change that the tab knows of.
  const number = Math.max(0, ...Object.values(numbers));
  const entry = { requestedAt: Date.now(), epoch, number, provenUntil: 0, ...fields };
  store(entry);
  if (!(entry.data instanceof Promise)) arrive(entry, entry.data);
  else
    entry.data.then(
      (data) => arrive(entry, data),
      // The press that follows requests the data again, and reports the error.
      () => drop(entry),
    );
}

function arrive(entry: Entry, data: object): void {
  entry.data = data;
  noteNumber(entry, data);
  byData.set(data, entry);
}

function noteNumber(entry: Entry, data: object): void {
  const { changeNumber = entry.number } = data as { changeNumber?: number | null };
  entry.number = changeNumber;
}

function store(entry: Entry): void {
  if (entry.key === null) return;
  byKey.delete(entry.key);
  byKey.set(entry.key, entry);
  for (const key of byKey.keys()) if (byKey.size > MAX_PLACES) byKey.delete(key);
}

function drop(entry: Entry): void {
  if (entry.key !== null && byKey.get(entry.key) === entry) byKey.delete(entry.key);
  entry.key = null;
}

function find(kind: Kind, address: Address): Entry | undefined {
  const entry = byKey.get(placeOf(kind, address).key ?? "");
  return entry && isProven(entry) && Date.now() - entry.requestedAt <= MAX_AGE_MS ? entry : undefined;
}

/** Whether the data of a screen or dialog are exact, or on their way. */
export const isLoaded = (kind: Kind, address: Address) => find(kind, address) !== undefined;

/** Enters the data that a request for a screen or dialog will bring. */
export function enter(kind: Kind, address: Address, data: Promise<object>): void {
  add({ ...placeOf(kind, address), data });
}

/** Enters data that the page shows and that no client loader has entered, such as those of its HTML. */
export function enterShown(data: object, topics: readonly Topic[], address: Address | undefined): void {
  if (!byData.has(data)) add({ key: null, ...(address && placeOf("screen", address)), topics, data });
}

/**
 * The data of a screen or dialog if they are exact, which waits for those on their way. Those of a dialog are taken
 * once: they have the key of its form.
 */
export async function take(kind: Kind, address: Address): Promise<object | undefined> {
  const entry = find(kind, address);
  if (!entry) return undefined;
  if (kind === "dialog") drop(entry);
  else store(entry);
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
    for (const [loaded, next] of pairs) {
      const entry = Object.assign(entryOf(loaded), began);
      noteNumber(entry, next);
      if (entry.key !== null && !byKey.has(entry.key)) store(entry);
    }
    return !pairs.some(([loaded]) => lacks(entryOf(loaded), wanted));
  };
}
