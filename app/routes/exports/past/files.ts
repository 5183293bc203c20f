import { lastInvoice } from "#app/domain/exports/invoices.ts";

/** The address of an export's file, or of a part of it; parts are numbered from 1. */
export function fileHref(id: string, part?: number): string {
  return `/billing/exports/${id}.csv${part ? `?part=${part}` : ""}`;
}

type Invoices = { firstInvoice: number; invoiceCount: number };

/** The number of invoices and their range: '14: 1001–1014'. */
export function invoiceRange({ firstInvoice, invoiceCount }: Invoices): string {
  const last = lastInvoice({ firstInvoice, invoices: invoiceCount });
  const numbers = last === firstInvoice ? firstInvoice : `${firstInvoice}–${last}`;
  return `${invoiceCount.toLocaleString("en-US")}: ${numbers}`;
}
