/** A failure in words for the person at the keyboard: one sentence, shown without a stack. */
export class Explained extends Error {
  override name = "Explained";
}
