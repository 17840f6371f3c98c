import { describe, expect, it } from "vitest";
import { questionFor } from "../../src/request/decide-request.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { listAudit } from "../support/audit-of.ts";
import { BEN, CAL, DAN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { askedFor, whitelisting } from "./register-steps.ts";
import { approves, refOf, stateOf } from "./steps.ts";
import { aWorld } from "./world.ts";

const database = useTestStore();

describe("a wrong group of the value", () => {
  it("is counted and audited, and the third ends the attempt of that approver alone", async () => {
    const world = await aWorld(database);
    const request = await askedFor(world, whitelisting());

    const wrong = () => approves(world, request, BEN, { typed: "????" });
    expect([await wrong(), await wrong(), await wrong()]).toMatchObject([
      { refusal: "wrong-answer", request: { wrongAnswers: { [BEN]: 1 } } },
      { refusal: "wrong-answer", request: { wrongAnswers: { [BEN]: 2 } } },
      { refusal: "attempt-ended", request: { wrongAnswers: { [BEN]: 3 } } },
    ]);
    expect(await approves(world, request, BEN)).toMatchObject({ refusal: "attempt-ended" });

    const audit = await listAudit(database.db, world.workspaceId);
    const entries = audit.filter(({ action }) => action === "wrong-answer");
    expect(entries.map(({ actor, facts }) => [actor, JSON.parse(facts).times])).toEqual([
      [BEN, 1],
      [BEN, 2],
      [BEN, 3],
    ]);
    expect(JSON.stringify(entries)).not.toContain("????");
    expect(firstBreak(audit)).toBeUndefined();
    for (const by of [CAL, DAN])
      expect(await approves(world, request, by)).toMatchObject({ ok: true });
    expect(await stateOf(world, refOf(request))).toMatchObject({ status: "approved" });
  });

  it("does not count where capitals alone are wrong, up to the tenth such slip", async () => {
    const world = await aWorld(database);
    const request = await askedFor(world, whitelisting());
    const { expected = "" } = (await questionFor(world.deps, request, BEN)) ?? {};
    const typed = [...expected].map((each) => swapped(each)).join("");
    const slip = () => approves(world, request, BEN, { typed });

    for (let times = 1; times < 10; times += 1) {
      const refused = {
        refusal: "case-slip",
        request: { wrongAnswers: {}, caseSlips: { [BEN]: times } },
      };
      expect(await slip()).toMatchObject(refused);
    }
    expect(await slip()).toMatchObject({
      refusal: "wrong-answer",
      request: { wrongAnswers: { [BEN]: 1 } },
    });
  });
});

const swapped = (letter: string) =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
