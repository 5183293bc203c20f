import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk in memory that can be full for a while. */
export type SmallDisk = { folder: string; fill(): void; free(): void; remove(): void };

/** Mounts a disk in memory, or returns null where that is not allowed: it needs Linux and root. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-disk-"));
  const mount = (...options: string[]) =>
    execFileSync("mount", ["-t", "tmpfs", "-o", options.join(","), "tmpfs", folder], { stdio: "ignore" });
  const size = `size=${megabytes}m`;
  try {
    mount(size);
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    fill: () => shrink(folder, mount),
    free: () => void mount("remount", size),
    remove() {
      // Lazily: a server that was killed a moment ago may still hold its files.
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Takes away all space that is not used at this moment; a server may use more meanwhile. */
function shrink(folder: string, mount: (...options: string[]) => void): void {
  for (let slack = 0; ; slack += 65_536) {
    const { blocks, bfree, bsize } = statfsSync(folder);
    try {
      mount("remount", `size=${(blocks - bfree) * bsize + slack}`);
      return;
    } catch (error) {
      if (slack > 16 * 65_536) throw error;
    }
  }
}
