import { correction } from "#app/domain/records/correction.ts";
import { editableList, editableRows } from "#app/records/lists/list-route.ts";
import {
  correctionRecords,
  findCorrection,
  findTakenCorrection,
  isOpen,
  setEntered,
  takeBackCorrection,
  undoTakenCorrection,
} from "#db/queries/bills/stored-corrections.ts";

const { source, noun, nameOf, findChanged, undoChanged } = editableRows(correctionRecords);

/** The list of entries for the accountant (docs/product.md, 'Corrections'). */
export const correctionsList = editableList({
  path: "/billing/corrections",
  source,
  noun,
  nameOf,
  findChanged,
  undoChanged,
  description: correction,
  defaultSort: "date",
  current: () => isOpen,
  set: setEntered,
  commands: {
    takeBack: {
      prepare: async ({ id, idempotencyKey }, read, by) => {
        const [[found], [taken]] = await Promise.all([
          read(findCorrection(id)),
          read(findTakenCorrection(idempotencyKey)),
        ]);
        if (taken?.isUndone) return { problem: "This was undone. Load the list again." };
        if (!found) return { problem: "There is no such correction. Load the list again." };
        // A repeated post finds its correction undone already; the write recognises the post by its idempotency key.
        const problem = taken ? undefined : whyNotTakenBack(found);
        return problem ? { problem } : takeBackCorrection(idempotencyKey, found, by);
      },
      noticeParam: "taken",
    },
    undoTakeBack: {
      prepare: async ({ idempotencyKey }, read, by) => {
        const [taken] = await read(findTakenCorrection(idempotencyKey));
        return taken ? undoTakenCorrection(taken, by) : { problem: "There is nothing to undo." };
      },
    },
  },
  conflictMessage: "Somebody else changed this correction or its bill a moment ago. Load the list again.",
});

type State = { isEntered: boolean; isLast: boolean; isKnown: boolean };

function whyNotTakenBack({ isEntered, isLast, isKnown }: State): string | undefined {
  if (isEntered) return "This correction is entered in QuickBooks, so it stays. Correct the bill once more.";
  if (!isLast) return "The bill was corrected again after this correction. Undo the later one first.";
  if (!isKnown) return "This correction is too old to be undone. Correct the bill once more.";
  return undefined;
}
