import { formatBytes } from "#app/domain/basics/file-size.ts";
import { importColumnChoices, samplesAsRead, TABLE_COLLECTIONS } from "#app/domain/import/import-columns.ts";
import type { FileReading } from "#app/domain/import/import-files.ts";
import { counted, NOUNS } from "#app/domain/import/import-texts.ts";

type Sent = { bytes: number; place: number; now: Date };

/** Why a table has nothing to import, if it says so itself. */
function missingIn({ isTable, collection, records, problem }: FileReading): string {
  if (!isTable || problem) return "";
  if (!collection) return "No known headings: it is not imported unless you choose what is in it.";
  return records.length === 0 ? "There are no rows below its headings." : "";
}

/** The sheets of a workbook or of a table, each with its choices; a JSON file as one. */
export function describeFile(readings: FileReading[], { bytes, place, now }: Sent) {
  const contentOf = ({ collection, records, problem }: FileReading) =>
    collection && !problem ? [counted(records.length, NOUNS[collection])] : [];
  const isWhole = readings.length > 1 && readings.every(({ isTable }) => !isTable);
  const shown = isWhole ? readings.slice(0, 1) : readings;
  return shown.map((reading, sheet) => {
    const { name, isTable, collection } = reading;
    return {
      place: `${place}-${sheet}`,
      name: reading.sheet ? `${reading.sheet} in ${name}` : name,
      size: formatBytes(bytes),
      content: (isWhole ? readings : [reading]).flatMap(contentOf).join(", "),
      note: [reading.note, missingIn(reading)].filter(Boolean).join(" "),
      isRead: reading.problem === null,
      collection: isWhole ? null : (collection ?? ""),
      collections: (isTable ? TABLE_COLLECTIONS : Object.keys(NOUNS)).map((value) => ({
        value,
        label: NOUNS[value as keyof typeof NOUNS],
      })),
      columns: reading.columns.map(({ heading, field, samples }) => ({
        heading,
        field,
        samples: (field && collection && reading.records.length > 0
          ? samplesAsRead(
              collection,
              field,
              reading.records.map(({ fields }) => fields[field]),
              now.toISOString(),
            )
          : samples
        ).join(" · "),
      })),
      fields: collection ? importColumnChoices(collection) : [],
    };
  });
}
