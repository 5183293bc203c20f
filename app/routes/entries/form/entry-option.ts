import type { Option } from "#app/domain/fields/field.ts";

/** An option and what its text says after the name: 'not on the property'. The name alone is searched and kept. */
export type EntryOption = Option & { note?: string };

export const textOfOption = ({ name, note }: EntryOption) => (note ? `${name} (${note})` : name);
