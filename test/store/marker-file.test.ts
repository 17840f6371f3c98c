import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openMarkerFiles } from "../../src/store/marker-file.ts";
import { temporaryDirectory } from "../support/embedded.ts";

let directory = "";
beforeEach(async () => {
  const { path, remove } = await temporaryDirectory();
  directory = path;
  onTestFinished(remove);
});

const fileOf = (workspaceId: string) => join(directory, `audit-${workspaceId}`);

describe("the restore marker in a file", () => {
  it("is 0 where nothing was kept, and then what it was raised to, also after a start", async () => {
    const marker = await openMarkerFiles(join(directory, "not", "yet"));
    expect(await marker.read("T0ACME")).toBe(0);

    await marker.raise("T0ACME", 7);

    expect(await marker.read("T0ACME")).toBe(7);
    expect(await (await openMarkerFiles(join(directory, "not", "yet"))).read("T0ACME")).toBe(7);
    expect(await marker.read("T0OTHER")).toBe(0);
  });

  it("is never lowered, in whatever order it is raised at once", async () => {
    const marker = await openMarkerFiles(directory);
    const counts = Array.from({ length: 60 }, (_, index) => (index * 37) % 61);

    await Promise.all(counts.map((entries) => marker.raise("T0ACME", entries)));

    expect(await marker.read("T0ACME")).toBe(Math.max(...counts));
    await marker.raise("T0ACME", 3);
    expect(await marker.read("T0ACME")).toBe(Math.max(...counts));
  });

  it("keeps to the directory, whatever a workspace is called", async () => {
    const marker = await openMarkerFiles(join(directory, "marks"));

    for (const id of ["../escaped", "/etc/passwd", "T0\u0000", "T0 ACME"])
      await marker.raise(id, 1);

    expect(await readdir(directory)).toEqual(["marks"]);
  });

  it.each(["", " \n", "garbage", "7\n8", "12 entries", "1.5", "NaN", "\u0000\u0000"])(
    "cannot be read or raised where the file says %j",
    async (text) => {
      const marker = await openMarkerFiles(directory);
      await writeFile(fileOf("T0ACME"), text);

      await expect(marker.read("T0ACME")).rejects.toThrow("cannot be read");
      await expect(marker.raise("T0ACME", 9)).rejects.toThrow("cannot be read");
      expect(await readFile(fileOf("T0ACME"), "utf8")).toBe(text);
    },
  );

  it("is whole after a write that broke off: what was begun is not what counts", async () => {
    const marker = await openMarkerFiles(directory);
    await marker.raise("T0ACME", 7);
    await writeFile(`${fileOf("T0ACME")}.${process.pid}.new`, "1");
    await writeFile(`${fileOf("T0ACME")}.99999.new`, "");

    expect(await marker.read("T0ACME")).toBe(7);
    await marker.raise("T0ACME", 8);
    expect(await marker.read("T0ACME")).toBe(8);
  });

  it("says so where it cannot be written, and goes on once it can", async () => {
    const marker = await openMarkerFiles(directory);
    const beside = `${fileOf("T0ACME")}.${process.pid}.new`;
    await mkdir(join(beside, "in-the-way"), { recursive: true });
    await expect(marker.raise("T0ACME", 7)).rejects.toThrow("EISDIR");
    expect(await marker.read("T0ACME")).toBe(0);

    await expect(openMarkerFiles(join(directory, "file", "below"))).resolves.toBeDefined();
    await writeFile(join(directory, "plain"), "");
    await expect(openMarkerFiles(join(directory, "plain", "below"))).rejects.toThrow();
    await marker.raise("T0OTHER", 2);
    expect(await marker.read("T0OTHER")).toBe(2);
  });

  it("is whole and close to the highest after several processes raised it at once", async () => {
    const raising = fileURLToPath(new URL("./raising-process.ts", import.meta.url));
    const processes = [0, 1, 2].map((offset) =>
      fork(raising, [directory, "T0ACME", String(offset)], { execArgv: [] }),
    );

    const codes = await Promise.all(processes.map(async (each) => (await once(each, "exit"))[0]));

    expect(codes).toEqual([0, 0, 0]);
    const marker = await openMarkerFiles(directory);
    // The last that each raised: one process may overtake another, so the highest may be missed by a step.
    expect([297, 298, 299]).toContain(await marker.read("T0ACME"));
    expect((await readdir(directory)).filter((name) => name.endsWith(".new"))).toEqual([]);
  });
});
