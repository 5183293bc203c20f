/* Compresses the files of a draft for storage: a hosted database accepts and returns only some megabytes at once. */

const through = (content: ArrayBuffer, transform: CompressionStream | DecompressionStream): Promise<ArrayBuffer> =>
  new Response(new Blob([content]).stream().pipeThrough(transform)).arrayBuffer();

export const compress = (content: ArrayBuffer) => through(content, new CompressionStream("gzip"));

export const decompress = async (content: ArrayBuffer) =>
  new Uint8Array(await through(content, new DecompressionStream("gzip")));
