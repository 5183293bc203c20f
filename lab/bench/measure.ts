import { cpuTime, type RawWorkerd } from "./raw-workerd.ts";
import { median } from "./table.ts";

type Load = { cookie?: string; warmUp: number; requests: number };

/** Requests a page again and again. Returns the median of the time, and the mean of the worker's CPU, in milliseconds. */
export async function measureRequests(
  { url, pid }: RawWorkerd,
  address: string,
  { cookie, warmUp, requests }: Load,
): Promise<{ cpu: number; time: number }> {
  const ask = async () => {
    const response = await fetch(`${url}${address}`, { headers: cookie ? { Cookie: cookie } : {}, redirect: "manual" });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${address} returned ${response.status}`);
  };
  for (let i = 0; i < warmUp; i++) await ask();
  const times: number[] = [];
  const before = cpuTime(pid);
  for (let i = 0; i < requests; i++) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  return { cpu: (cpuTime(pid) - before) / requests, time: median(times) };
}
