import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { downloadChromium, lookInDownloads } from "#bin/browsers/chromium.ts";

/* Where no package is ours to install, playwright-core downloads Chromium: here from a server of the test, into a folder of the test. */

/** A zip file with one file in it, which is stored as it is. */
function zip(name: string, content: string): Buffer {
  const [path, data] = [Buffer.from(name), Buffer.from(content)];
  const about = Buffer.alloc(26);
  about.writeUInt16LE(10, 0);
  about.writeUInt32LE(crc32(data), 10);
  about.writeUInt32LE(data.length, 14);
  about.writeUInt32LE(data.length, 18);
  about.writeUInt16LE(path.length, 22);
  const file = Buffer.concat([Buffer.from("PK\x03\x04"), about, path, data]);
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x0a\x00"), about, Buffer.alloc(14), path]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, entry, Buffer.from("PK\x05\x06"), end]);
}

async function downloadFrom(answer: RequestListener): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-browsers-"));
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  vi.stubEnv("PLAYWRIGHT_BROWSERS_PATH", folder);
  vi.stubEnv("PLAYWRIGHT_DOWNLOAD_HOST", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(lookInDownloads()).toBeUndefined();
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  await downloadChromium().finally(() =>
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/^Downloading Chromium .* \(about \d+ MB/)),
  );
  expect(lookInDownloads()).toContain(folder);
}

test(
  "Chromium is downloaded into the user's folder, and found there",
  () =>
    downloadFrom(({ url = "" }, response) => {
      const name = basename(url, ".zip");
      response.end(zip(name.includes("headless-shell") ? `${name}/chrome-headless-shell` : name, "a program"));
    }),
  60_000,
);

test(
  "if it cannot be downloaded, a sentence says what to install",
  () =>
    expect(downloadFrom((_, response) => void response.writeHead(404).end())).rejects.toThrow(
      "The browser's tests need Chromium; install it, so that `chromium` is on PATH, and try again.",
    ),
  60_000,
);
