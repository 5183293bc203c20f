import { formatSigned } from "#app/domain/basics/money.ts";
import { correction } from "#app/domain/records/correction.ts";
import { editableList, editableRows } from "#app/records/lists/list-route.ts";
import { correctionRecords, isOpen, setEntered } from "#db/queries/bills/stored-corrections.ts";

const { source, noun, nameOf } = editableRows(correctionRecords);

/** The list of entries for the accountant (docs/product.md, 'Corrections'). */
export const correctionsList = editableList(correction, {
  source,
  noun,
  nameOf,
  current: () => isOpen,
  // A credit as a spreadsheet sums it up.
  extraColumns: [{ heading: "Signed Amount", text: ({ amount }) => formatSigned(amount) }],
  set: setEntered,
  conflictMessage: "Somebody else changed this correction or its bill a moment ago. Load the list again.",
});
