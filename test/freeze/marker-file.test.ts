import { fork } from "node:child_process";
import { once } from "node:events";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openMarkerFiles } from "../../src/freeze/restored-database.ts";
import type { Mark } from "../../src/request/marker.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import { temporaryDirectory } from "../support/embedded.ts";

let directory = "";
beforeEach(async () => {
  const { path, remove } = await temporaryDirectory();
  directory = path;
  onTestFinished(remove);
});

const placeOf = (workspaceId: string) => join(directory, "audit-marks", `of-${workspaceId}`);
const mark = (sequence: number): Mark => ({ sequence, hash: digestOf(`${sequence}`) });
const nameOf = ({ sequence, hash }: Mark) => `${sequence}-${hash}`;

describe("the restore marker in files", () => {
  it("is nothing where nothing was kept, and then what was kept last, also after a start", async () => {
    const below = join(directory, "not", "yet");
    const marker = await openMarkerFiles(below);
    expect(await marker.read("T0ACME")).toEqual([]);

    await marker.replace("T0ACME", [], mark(7));
    await marker.replace("T0ACME", [mark(7)], mark(9));

    expect(await marker.read("T0ACME")).toEqual([mark(9)]);
    expect(await (await openMarkerFiles(below)).read("T0ACME")).toEqual([mark(9)]);
    expect(await marker.read("T0OTHER")).toEqual([]);
  });

  it("keeps what another has kept meanwhile, and itself when it is kept again", async () => {
    const marker = await openMarkerFiles(directory);
    await marker.replace("T0ACME", [], mark(1));

    await Promise.all(
      [2, 3].map((sequence) => marker.replace("T0ACME", [mark(1)], mark(sequence))),
    );
    expect(new Set(await marker.read("T0ACME"))).toEqual(new Set([mark(2), mark(3)]));

    await Promise.all(
      Array.from({ length: 20 }, () => marker.replace("T0ACME", [mark(2), mark(3)], mark(3))),
    );
    expect(await marker.read("T0ACME")).toEqual([mark(3)]);
  });

  it("keeps to the directory, whatever a workspace is called", async () => {
    const marker = await openMarkerFiles(join(directory, "marks"));

    for (const id of ["../escaped", "/etc/passwd", "T0\u0000", "T0 ACME", "..", ""])
      await marker.replace(id, [], mark(1));

    expect(await readdir(directory)).toEqual(["marks"]);
    expect(await readdir(join(directory, "marks"))).toEqual(["audit-marks"]);
  });

  it.each(["garbage", "7", `7-${"0".repeat(63)}`, `-7-${"0".repeat(64)}`, `1.5-${"0".repeat(64)}`])(
    "cannot be read where something else stands there: %s",
    async (name) => {
      const marker = await openMarkerFiles(directory);
      await marker.replace("T0ACME", [], mark(7));
      await writeFile(join(placeOf("T0ACME"), name), "");

      await expect(marker.read("T0ACME")).rejects.toThrow("cannot be read");
    },
  );

  it("is whole after a write that broke off: what was begun is not what counts", async () => {
    const marker = await openMarkerFiles(directory);
    await marker.replace("T0ACME", [], mark(7));
    await writeFile(join(placeOf("T0ACME"), `${nameOf(mark(8))}.99999.new`), "");

    expect(await marker.read("T0ACME")).toEqual([mark(7)]);
    await marker.replace("T0ACME", [mark(7)], mark(8));
    expect(await marker.read("T0ACME")).toEqual([mark(8)]);
  });

  it("says so where it cannot be written, keeps what it had, and goes on once it can", async () => {
    const marker = await openMarkerFiles(directory);
    await marker.replace("T0ACME", [], mark(7));
    const aside = join(directory, "aside");
    await rename(placeOf("T0ACME"), aside);
    await writeFile(placeOf("T0ACME"), "");

    await expect(marker.replace("T0ACME", [mark(7)], mark(8))).rejects.toThrow("EEXIST");

    await rm(placeOf("T0ACME"));
    await rename(aside, placeOf("T0ACME"));
    expect(await marker.read("T0ACME")).toEqual([mark(7)]);
    await marker.replace("T0ACME", [mark(7)], mark(8));
    expect(await marker.read("T0ACME")).toEqual([mark(8)]);
    await writeFile(join(directory, "plain"), "");
    await expect(openMarkerFiles(join(directory, "plain", "below"))).rejects.toThrow();
  });

  it("keeps the highest, whatever several processes do at once", async () => {
    const raising = fileURLToPath(new URL("../store/raising-process.ts", import.meta.url));
    const processes = [0, 1, 2].map((offset) =>
      fork(raising, [directory, "T0ACME", String(offset)], { execArgv: [] }),
    );

    const codes = await Promise.all(processes.map(async (each) => (await once(each, "exit"))[0]));

    expect(codes).toEqual([0, 0, 0]);
    const kept = await (await openMarkerFiles(directory)).read("T0ACME");
    expect(Math.max(...kept.map(({ sequence }) => sequence))).toBe(299);
    expect(kept.length).toBeLessThanOrEqual(3);
    expect((await readdir(placeOf("T0ACME"))).filter((name) => name.endsWith(".new"))).toEqual([]);
  });
});
