import { expect, it } from "vitest";
import { functionAt, recording } from "./reach.ts";

const SOURCE = `
export const one = (n: number) => ({ n: n + 1 });
export function two(ns: number[]): number[] { return ns.map((n) => one(n).n as number); }
class Three { static four = 4; five() { return async () => { return 6; }; } }
export const seven = 7;`;

it("tells which functions were entered, and changes nothing else", () => {
  const reached = new Set<string>();
  const run = new Function(
    "globalThis",
    `${recording("a.ts", SOURCE)
      .replaceAll("export ", "")
      .replaceAll(/: number(\[\])?| as number/g, "")}; return { two, Three };`,
  );
  const { two, Three } = run({ reached });

  expect(two([1, 2])).toEqual([2, 3]);
  const at = (text: string) => functionAt("a.ts", SOURCE, SOURCE.indexOf(text));
  expect(reached).toEqual(new Set([at("return ns"), at("one(n).n"), at("n + 1")]));
  new Three().five();
  expect(reached).toContain(at("return async"));
  expect(reached).not.toContain(at("return 6"));
  expect(at("4;")).toBeUndefined();
  expect(at("7;")).toBeUndefined();
});
