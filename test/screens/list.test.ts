import { describe, expect, it } from "vitest";
import { listMessage } from "../../src/home/list.ts";
import { rowsOf, rowsWith } from "../../src/home/rows.ts";
import { checkMessage } from "../../src/platform/slack/check-limits.ts";
import type { Request, State } from "../../src/request/rules/request.ts";
import type { RailRow } from "../../src/request/store/mirror.ts";
import { ID, ON_RAMP } from "../rules/changes.ts";
import { at, NOW, SETTINGS } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { aRequest } from "../rules/situation.ts";
import { aKnown, aRow, walletOf } from "./known.ts";
import { spell } from "./spell.ts";

const GROUND = { now: NOW, inForce: { version: 1, settings: SETTINGS }, restoredAt: 0 };
const AROUND = { now: NOW, account: "Acme · SANDBOX", broken: 0, mayRemove: true, isWalked: true };
const ALL = { list: "all", words: "", page: 1 } as const;

const result = { railId: "rail_1", issued: RAIL, matched: true, differences: [] };
const DONE: State = { is: "done", at: at(-60), result };

const asked = (id: string, changes: Partial<Request> = {}) => ({ ...aRequest(), id, ...changes });
const rowsWithRails = (requests: readonly Request[], rails: readonly RailRow[] = []) =>
  rowsOf({ requests, rails, current: rails }, GROUND);

describe("the list", () => {
  it("has held first, then what needs review, what waits, what is payable, what has ended", () => {
    const stuck: State = { is: "stuck", question: "not-found", railKeys: [], since: at(-60) };
    const bankAccount = { ...RAIL.source.bankAccount, iban: "GB33BUKB20201555555555" };
    const other = { ...RAIL, id: "rail_2", source: { ...RAIL.source, bankAccount } };
    const changed = aRow(other, { owner: "e" });
    const denied: State = { is: "closed", how: "denied", by: "UCAL", at: at(0), reason: "" };
    const rows = rowsWithRails(
      [
        asked("a", { state: denied }),
        asked(ID, { state: DONE }),
        asked("c"),
        asked("d", { state: stuck }),
        asked("e", { state: DONE }),
      ],
      [aRow(RAIL, { owner: ID }), changed],
    );
    expect(rows.map(({ value, mark, why }) => [value, mark.state, why?.join() ?? null])).toEqual([
      ["e", "Held", expect.stringContaining("differ from its approval")],
      ["d", "Needs review", null],
      ["c", "Waiting", null],
      [ID, "Payable", "Its destination was removed from the register."],
      ["a", "Denied", null],
    ]);
  });

  it("names the destination of a Rail made elsewhere only as the register does", () => {
    const rails = [aRow({ ...RAIL, id: "rail_9", metadata: null })];
    const { id: serviceId } = RAIL.destination.wallet;
    const known = [
      aKnown({ name: "Cold", serviceId }),
      aKnown({ name: "New", value: walletOf("x") }),
    ];
    const routeOf = (all: typeof known) =>
      rowsWithRails(
        all.map(({ request }) => request),
        rails,
      ).find(({ value }) => value === "rail_9")?.route;
    expect(routeOf(known)).toBe("GBP → GBPA · Cold");
    const waiting = [aKnown({ name: "Cold", registered: null })];
    expect(routeOf(waiting)).toBe("GBP → GBPA · unregistered wallet");
  });

  it("calls a Rail held, not foreign, while the request that made it does not know it yet", () => {
    const unknown: State = { is: "unknown", attempt: "a1", since: at(-10) };
    const request = asked(ID, { state: unknown, attempts: ["a1"] });
    const [made] = rowsWithRails([request], [aRow(RAIL)]);
    expect(made?.why?.join()).toBe("It has not been checked against its approval yet.");
    const [never] = rowsWithRails([asked(ID)], [aRow(RAIL)]);
    expect(never?.why?.join()).toBe("It was not approved in Signalbox.");
  });

  it("shows a Rail whose request cannot be read", () => {
    expect(rowsWithRails([], [aRow(RAIL, { owner: "broken" })]).length).toBe(1);
  });

  it("finds words in any spelling that means the same, and all of them", () => {
    const named = (id: string, name: string) =>
      asked(id, { content: { ...aRequest().content, change: { ...ON_RAMP, name } } });
    const rows = rowsWithRails([named("a", "Payroll “float”"), named("b", "Supplier run")]);
    const found = (words: string) => rowsWith(rows, words).map(({ value }) => value);
    expect(found('ＰＡＹＲＯＬＬ "float"')).toEqual(["a"]);
    expect(found("run waiting")).toEqual(["b"]);
    expect(found("run payroll")).toEqual([]);
  });

  it("has ten a page, Next carries the words, and another page than there is is the first", () => {
    const content = { ...aRequest().content, change: { ...ON_RAMP, name: "Bank" } };
    const payouts = Array.from({ length: 23 }, (_, index) => asked(`r${index}`));
    const rows = rowsWithRails([...payouts, asked("other", { content })]);
    const pageOf = (page: number) =>
      checkMessage(listMessage(rows, { ...ALL, words: "payouts", page }, AROUND));
    const shown = spell(pageOf(2));
    expect(shown.filter((line) => line.startsWith("⏳")).length).toBe(10);
    expect(shown.join()).toContain("Page 2 of 3");
    const carried = JSON.stringify({ list: "all", words: "payouts", page: 3 });
    expect(JSON.stringify(pageOf(2))).toContain(JSON.stringify(carried));
    expect(spell(pageOf(3)).join()).not.toContain("[Next]");
    for (const page of [0, 4, Number.NaN]) expect(spell(pageOf(page))).toEqual(spell(pageOf(1)));
  });
});
