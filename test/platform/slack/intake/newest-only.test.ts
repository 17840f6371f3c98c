import { expect, it } from "vitest";
import { createNewestOnly } from "../../../../src/platform/slack/intake/newest-only.ts";

/** Work that ends when it is told to, and keeps in `ran` that it began. */
function someWork() {
  const ran: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    ran.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { ran, work, end: (name: string) => ends.get(name)?.() };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

it("runs what comes first at once, and of what comes meanwhile only the last", async () => {
  const { ran, work, end } = someWork();
  const { run } = createNewestOnly();

  const all = ["1", "2", "3", "4"].map((name) => run("view", work(name)));
  end("1");
  await turns();
  end("4");
  await Promise.all(all);

  expect(ran).toEqual(["1", "4"]);
});

it("lets different keys run side by side", async () => {
  const { ran, work, end } = someWork();
  const { run } = createNewestOnly();

  const all = [run("one", work("1")), run("other", work("2"))];
  end("1");
  end("2");
  await Promise.all(all);

  expect(ran).toEqual(["1", "2"]);
});

it("is settled once the last has run, and at once where nothing runs", async () => {
  const { ran, work, end } = someWork();
  const { run, settled } = createNewestOnly();
  await settled("view");

  const all = [run("view", work("1")), run("view", work("2"))];
  let isSettled = false;
  const waiting = settled("view").then(() => {
    isSettled = true;
  });
  end("1");
  await turns();
  expect({ ran, isSettled }).toEqual({ ran: ["1", "2"], isSettled: false });
  end("2");
  await Promise.all([...all, waiting]);
});

it("runs again after work that failed, whose failure goes to whoever brought it", async () => {
  const { ran, work, end } = someWork();
  const { run, settled } = createNewestOnly();

  const failing = run("view", () => Promise.reject(new Error("no")));
  await settled("view");
  await expect(failing).rejects.toThrow("no");
  const next = run("view", work("2"));
  end("2");
  await next;

  expect(ran).toEqual(["2"]);
});
