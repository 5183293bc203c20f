import { type Client, createClient } from "@libsql/client/web";

export type ClientAddress = { url: string; authToken?: string | undefined };

/** Runs `use` with a client of its own, for commands that write no `Change`: see `seedBarn` and `writeImport`. */
export async function withClient<T>(
  { url, authToken }: ClientAddress,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ url, ...(authToken ? { authToken } : {}) });
  try {
    return await use(client);
  } finally {
    client.close();
  }
}
