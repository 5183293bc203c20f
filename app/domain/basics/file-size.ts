/** The size of a file: '33 kB', '1.2 MB'. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1_000);
  return kilobytes < 1_000 ? `${kilobytes} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}
