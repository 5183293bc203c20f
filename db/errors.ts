/** The database did not answer in time, or not at all. What was asked may be asked again. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** A form was sent again under the same id, but with other content: nothing was written. */
export class ContentDiffers extends Error {
  override name = "ContentDiffers";
}

/** What a write took for granted no longer holds: nothing was written. */
export class Stale extends Error {
  override name = "Stale";
}
