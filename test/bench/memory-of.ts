import { readFile, writeFile } from "node:fs/promises";

/** What a process holds of memory, in bytes, as Linux counts it: now, and at most since it was last asked anew. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? Number.NaN);
  return { now: kilobytes("VmRSS") * 1024, peak: kilobytes("VmHWM") * 1024 };
}

/** From now on `peak` is counted anew. */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
}
