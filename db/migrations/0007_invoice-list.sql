CREATE INDEX `corrections_of_invoice` ON `corrections` (`invoice_number`) WHERE "corrections"."invoice_number" is not null and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `invoices_by_date` ON `invoices` (`date`);
--> statement-breakpoint
CREATE INDEX `invoices_by_customer` ON `invoices` (coalesce("customer_id", ''), `date`);
