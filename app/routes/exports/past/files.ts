/** The address of an export's file, or of a part of it; parts are numbered from 1. */
export function fileHref(id: string, part?: number): string {
  return `/billing/exports/${id}.csv${part ? `?part=${part}` : ""}`;
}
