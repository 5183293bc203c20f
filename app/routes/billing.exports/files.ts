import { lastInvoice } from "#app/domain/invoices.ts";

/** Where the file of an export is, or of a part of it, from 1 on. */
export function fileHref(id: string, part?: number): string {
  return `/billing/exports/${id}.csv${part ? `?part=${part}` : ""}`;
}

type Invoices = { firstInvoice: number; invoiceCount: number };

/** '14: 1001–1014'. */
export function invoiceRange({ firstInvoice, invoiceCount }: Invoices): string {
  const last = lastInvoice({ firstInvoice, invoices: invoiceCount });
  const numbers = last === firstInvoice ? firstInvoice : `${firstInvoice}–${last}`;
  return `${invoiceCount.toLocaleString("en-US")}: ${numbers}`;
}
