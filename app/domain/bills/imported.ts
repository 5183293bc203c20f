/* What marks imported records (docs/product.md, 'Import'). */

/** The export that stands for all exports before the move to Hayloft. It has no invoices and no file. */
export const IMPORTED_EXPORT = "import";

/**
 * In the place of the invoice number of a bill of that export, and of its correction entries for the customer who was invoiced.
 * The database has null there.
 */
export const IMPORTED_INVOICE = 0;

/** In the place of the person who entered a bill. */
export const IMPORTER = "Import";
