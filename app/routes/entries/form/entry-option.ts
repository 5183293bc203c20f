import type { Option } from "#app/domain/fields/field.ts";

/** An option, and the note after its name: 'not on the property'. Searches and queued entries use only the name. */
export type EntryOption = Option & { note?: string };

export const textOfOption = ({ name, note }: EntryOption) => (note ? `${name} (${note})` : name);
