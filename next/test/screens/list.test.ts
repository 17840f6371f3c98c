import { describe, expect, it } from "vitest";
import { listMessage } from "../../src/home/list.ts";
import { type Row, rowsOf, rowsWith } from "../../src/home/rows.ts";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import { checkMessage } from "../../src/platform/slack/check-limits.ts";
import type { Request, State } from "../../src/request/rules/request.ts";
import type { RailRow } from "../../src/request/store/mirror.ts";
import { ID, ON_RAMP } from "../rules/changes.ts";
import { at, NOW, SETTINGS } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { aRequest } from "../rules/situation.ts";
import { aKnown, aRow, walletOf } from "./known.ts";
import { spell } from "./spell.ts";
import { HOSTILE, LONGEST, onRamp } from "./world.ts";

const IN_FORCE = { version: 1, settings: SETTINGS };
const GROUND = { now: NOW, inForce: IN_FORCE, restoredAt: 0 };
const AROUND = { now: NOW, account: "Acme · SANDBOX", broken: 0, isWalked: true };
const ALL = { isPending: false, words: "", page: 1 };

const result = { railId: "rail_1", issued: RAIL, matched: true, differences: [] };
const DONE: State = { is: "done", at: at(-60), result };

const asked = (id: string, changes: Partial<Request> = {}): Request => ({
  ...aRequest(),
  id,
  ...changes,
});
const rowsWithRails = (requests: readonly Request[], rails: readonly RailRow[] = []) =>
  rowsOf({ requests, rails, known: [] }, GROUND);
const linesOf = (rows: readonly Row[], list = ALL, around = AROUND) =>
  spell(listMessage(rows, list, around));

/** A Rail with nothing of ours in it. */
const ELSEWHERE: Rail = { ...RAIL, id: "rail_9", metadata: null };
const EXCHANGE: Rail = { ...ELSEWHERE, id: "rail_x", type: "EXCHANGE" };

describe("the list", () => {
  it("has held first, then what needs review, what waits, what is payable, what has ended", () => {
    const stuck: State = { is: "stuck", question: "not-found", railKeys: [], since: at(-60) };
    const denied: State = { is: "closed", how: "denied", by: "UCAL", at: at(0), reason: "" };
    const rows = rowsWithRails(
      [
        asked("a", { state: denied }),
        asked(ID, { state: DONE }),
        asked("c"),
        asked("d", { state: stuck }),
        asked("e", { state: { ...DONE, result: { ...result, matched: false } } }),
      ],
      [aRow(RAIL, { owner: ID })],
    );
    expect(rows.map(({ value, mark }) => `${value} ${mark.state}`)).toEqual([
      ...["e Held", "d Needs review", "c Waiting", `${ID} Payable`, "a Denied"],
    ]);
  });

  it("shows Rails made elsewhere as held, and an exchange without a word on paying", () => {
    const rows = rowsWithRails([], [aRow(ELSEWHERE), aRow(EXCHANGE)]);
    const lines = linesOf(rows);
    expect(lines).toContain("🔴 **Rail · Held** · “rail_9”");
    expect(lines).toContain("🔴 **Exchange Rail · Held** · “rail_x”");
    expect(lines).toContain("It was not approved in Signalbox.");
    expect(lines.join()).toContain("GBP → GBPA · unregistered wallet");
    expect(lines.join()).not.toMatch(/pay into|deposit/i);
  });

  it("names the destination of such a Rail only as the register does", () => {
    const rails = [aRow(ELSEWHERE)];
    const known = [aKnown({ name: "Cold" }), aKnown({ name: "New", value: walletOf("x") })];
    const [row] = rowsOf({ requests: [], rails, known }, GROUND);
    expect(row?.route).toBe("GBP → GBPA · Cold");
    const waiting = [aKnown({ name: "Cold", registered: null })];
    const [other] = rowsOf({ requests: [], rails, known: waiting }, GROUND);
    expect(other?.route).toBe("GBP → GBPA · unregistered wallet");
  });

  it("calls a Rail held, not foreign, while the request that made it does not know it yet", () => {
    const unknown: State = { is: "unknown", attempt: "a1", since: at(-10) };
    const request = asked(ID, { state: unknown, attempts: ["a1"] });
    const [made] = rowsWithRails([request], [aRow(RAIL)]);
    expect(made?.why).toBe("It has not been checked against its approval yet.");
    const [never] = rowsWithRails([asked(ID)], [aRow(RAIL)]);
    expect(never?.why).toBe("It was not approved in Signalbox.");
  });

  it("shows a Rail whose request cannot be read", () => {
    expect(rowsWithRails([], [aRow(RAIL, { owner: "broken" })]).length).toBe(1);
  });

  it("says that a Rail is held as soon as the service shows another address", () => {
    const bankAccount = { ...RAIL.source.bankAccount, iban: "GB33BUKB20201555555555" };
    const changed = aRow({ ...RAIL, source: { ...RAIL.source, bankAccount } }, { owner: ID });
    const [row] = rowsWithRails([asked(ID, { state: DONE })], [changed]);
    expect(row?.mark.state).toBe("Held");
    expect(row?.why).toBe("Its deposit IBAN differs from its approval.");
  });

  it("shows only what is open where that is wanted", () => {
    const rows = rowsWithRails([asked("a", { state: DONE }), asked("b")], [aRow(ELSEWHERE)]);
    const lines = linesOf(rows, { ...ALL, isPending: true });
    expect(lines[1]).toBe("1 open request");
    expect(lines.join()).not.toMatch(/rail_9|Payable/);
    expect(linesOf([], { ...ALL, isPending: true })[1]).toBe("No open requests");
  });

  it("finds words in any spelling that means the same, and all of them", () => {
    const named = (id: string, name: string) =>
      asked(id, { content: { ...aRequest().content, change: { ...ON_RAMP, name } } });
    const rows = rowsWithRails([named("a", "Payroll “float”"), named("b", "Supplier run")]);
    const found = (words: string) => rowsWith(rows, words).map(({ value }) => value);
    expect(found('ＰＡＹＲＯＬＬ "float"')).toEqual(["a"]);
    expect(found("run waiting")).toEqual(["b"]);
    expect(found("run payroll")).toEqual([]);
    expect(linesOf(rows, { ...ALL, words: "run" })).toContain("1 of 2");
    expect(linesOf(rows, { ...ALL, words: "xyz" })).toContain("No match");
  });

  it("has ten a page, and Next carries the words", () => {
    const rows = rowsWithRails(Array.from({ length: 23 }, (_, index) => asked(`r${index}`)));
    const shown = listMessage(rows, { ...ALL, words: "payouts", page: 2 }, AROUND);
    expect(spell(shown).filter((line) => line.startsWith("⏳")).length).toBe(10);
    expect(spell(shown).join()).toContain("Page 2 of 3");
    const carried = JSON.stringify({ isPending: false, words: "payouts", page: 3 });
    expect(JSON.stringify(shown)).toContain(JSON.stringify(carried));
    const last = listMessage(rows, { ...ALL, page: 3 }, AROUND);
    expect(spell(last).join()).not.toContain("[Next]");
  });

  it("does not say that there are none before the service has answered", () => {
    expect(linesOf([])[1]).toBe("No Rails yet");
    const early = linesOf([], ALL, { ...AROUND, isWalked: false });
    expect(early.join()).not.toContain("No Rails yet");
    expect(early.join()).toContain("The Rail service's list was not read yet");
  });

  it("says how many records it leaves out", () => {
    const lines = linesOf([], ALL, { ...AROUND, broken: 2 });
    expect(lines.join()).toContain("Left out: 2 records changed outside Signalbox");
  });

  it.each([LONGEST, HOSTILE])("Slack takes ten rows, also with an id of 255 ($name)", (world) => {
    const { content } = aRequest();
    const requests = Array.from({ length: 9 }, (_, index) =>
      asked(`r${index}`, { content: { ...content, change: onRamp(world) } }),
    );
    const rails = [aRow({ ...ELSEWHERE, id: "x".repeat(255) })];
    const shown = listMessage(rowsWithRails(requests, rails), ALL, AROUND);
    expect(() => checkMessage(shown)).not.toThrow();
  });
});
