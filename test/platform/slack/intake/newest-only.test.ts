import { expect, it } from "vitest";
import { createNewestOnly } from "../../../../src/platform/slack/intake/newest-only.ts";

/** Turns whose drawing ends when it is told to; `ran` keeps on which hash each began. */
function someTurns() {
  const ran: string[] = [];
  const ends = new Map<string, (hash?: string) => void>();
  const turn = (name: string, hash = "old") => ({
    hash,
    draw(on: string) {
      ran.push(`${name} on ${on}`);
      return new Promise<string | undefined>((resolve) => ends.set(name, resolve));
    },
  });
  return { ran, turn, end: (name: string, hash?: string) => ends.get(name)?.(hash) };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

it("draws what comes first at once, and of what comes meanwhile only the last, on what the first left", async () => {
  const { ran, turn, end } = someTurns();
  const drawNewest = createNewestOnly();

  const all = ["1", "2", "3", "4"].map((name) => drawNewest("view", turn(name)));
  end("1", "new");
  await turns();
  end("4");
  await Promise.all(all);

  expect(ran).toEqual(["1 on old", "4 on new"]);
});

it("draws on the view of the later press where that is a newer one", async () => {
  const { ran, turn, end } = someTurns();
  const drawNewest = createNewestOnly();

  const all = [drawNewest("view", turn("1")), drawNewest("view", turn("2", "review"))];
  end("1", undefined);
  await turns();
  end("2");
  await Promise.all(all);

  expect(ran).toEqual(["1 on old", "2 on review"]);
});

it("lets different views be drawn side by side", async () => {
  const { ran, turn, end } = someTurns();
  const drawNewest = createNewestOnly();

  const all = [drawNewest("one", turn("1")), drawNewest("other", turn("2"))];
  end("1");
  end("2");
  await Promise.all(all);

  expect(ran).toEqual(["1 on old", "2 on old"]);
});

it("draws again after a failure, which goes to whoever brought it", async () => {
  const { ran, turn, end } = someTurns();
  const drawNewest = createNewestOnly();

  const draw = () => Promise.reject(new Error("no"));
  await expect(drawNewest("view", { hash: "old", draw })).rejects.toThrow("no");
  const next = drawNewest("view", turn("2"));
  end("2");
  await next;

  expect(ran).toEqual(["2 on old"]);
});
