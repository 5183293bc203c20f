/* The markers of imported records (docs/product.md, 'Import'). */

/** The export that stands for all exports before the move to Hayloft. It has no invoices and no file. */
export const IMPORTED_EXPORT = "import";

/**
 * The invoice number of a bill of that export, and of its correction entries for the invoiced customer. The database
 * stores null instead.
 */
export const IMPORTED_INVOICE = 0;

/** The 'entered by' of an imported bill. */
export const IMPORTER = "Import";
