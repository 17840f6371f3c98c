import { describe, expect, it } from "vitest";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { linkRailModal, readLinkRailModal } from "../../../src/rail/screens/link-rail.ts";
import { approvalCard } from "../../../src/request/card/approval-card.ts";
import { history } from "../../../src/request/card/history.ts";
import type { PersonQuestion, State } from "../../../src/request/rules/change-request.ts";
import { remediesFor } from "../../../src/request/rules/remedies-for.ts";
import { refusalMessage } from "../../../src/request/screens/refusals.ts";
import { remedyModal } from "../../../src/request/screens/remedy.ts";
import {
  aContent,
  after,
  anOnRampRail,
  aRequest,
  BEN,
  CAL,
  NOW,
  RAIL_ID,
  requestFactsOf,
} from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";
import { needed } from "../../support/states.ts";

const LINK = "[It exists: link it]";
type Unknown = Extract<State, { status: "unknown" }>;

const unknown = (state: Partial<Unknown> = {}): Unknown => ({
  status: "unknown",
  since: NOW,
  because: "no-clear-answer",
  cleanScans: 0,
  failedLooks: 0,
  trouble: null,
  nextLookAt: after({ minutes: 2 }),
  issued: null,
  ...state,
});

function cardOf(state: State, now = NOW, attempt = 1): string {
  const request = aRequest({ state, attempt });
  const remedies = remediesFor(request, now);
  return plainText(approvalCard(requestFactsOf({ state, attempt }, { remedies })).blocks);
}

describe("the card of a Rail that is looked for", () => {
  it("says how often it was looked for, and why the last look learned nothing", () => {
    expect(cardOf(unknown({ cleanScans: 2 }))).toContain("Checked 2 times, not found yet.");
    expect(cardOf(unknown({ failedLooks: 1, trouble: "token-refused" }))).toContain(
      "The last check gave no result: the service does not accept this workspace's token, or its address is no longer listed. An administrator has to replace the token.",
    );
    expect(cardOf(unknown({ failedLooks: 3, trouble: "incomplete" }))).toContain(
      "The last 3 checks gave no result: the service does not show all the Rails that it has.",
    );
    expect(cardOf(unknown({ failedLooks: 1, trouble: "unreachable" }))).toContain(
      "the service could not be reached, or did not answer.",
    );
  });

  it("offers from the second minute on to link it", () => {
    expect(cardOf(unknown(), after({ minutes: 1 }))).not.toContain(LINK);
    expect(cardOf(unknown(), after({ minutes: 2 }))).toContain(LINK);
  });

  it("is told in words to whoever is too early", () => {
    const request = aRequest({ state: unknown() });

    expect(plainText(refusalMessage({ refusal: "not-now", request }).blocks)).toContain(
      "Signalbox is still looking for the Rail by itself.",
    );
  });
});

describe("the card of a Rail that needs a person", () => {
  it.each<[PersonQuestion, string, string]>([
    [
      "outcome",
      "Does this Rail exist?",
      `${LINK} [It does not: try once more] (Close…, History, Download the exact content)`,
    ],
    [
      "look-alike-rail",
      "Is one of these Rails the requested one?",
      `${LINK} [It does not: try once more] (Close…, History, Download the exact content)`,
    ],
    [
      "no-id",
      "Which id does the Rail have?",
      `${LINK} (Close…, History, Download the exact content)`,
    ],
    ["not-shown", "Where is the Rail?", `${LINK} (Close…, History, Download the exact content)`],
    [
      "tampered",
      "Who changed the stored request?",
      "\n(Close…, History, Download the exact content)",
    ],
  ])("asks the question (%s), and offers what can be done", (question, asks, buttons) => {
    const text = cardOf({ ...needed("It is so."), question, candidates: [RAIL_ID] });

    expect(text).toContain(`- It may be ${RAIL_ID}\n${asks}`);
    expect(text).toContain(buttons);
  });

  it("still names the Rails that may be it, once something is proposed", () => {
    const remedy = { by: BEN, at: NOW, remedy: { type: "release-attempt" } } as const;
    const text = cardOf({ ...needed("It is so."), candidates: [RAIL_ID], remedy });

    expect(text).toContain(`- It may be ${RAIL_ID}\n@${BEN} proposes`);
    expect(text).toContain("the Rail does not exist: try once more");
  });

  it("does not say, once it is closed, that no Rail was created: nobody knows", () => {
    const closed = {
      status: "voided",
      at: NOW,
      because: "Two approvers have closed it.",
      made: null,
    } as const;

    expect(cardOf(closed)).not.toContain("No Rail was created.");
    expect(cardOf(closed)).toContain("No Rail is known to have been created");
    expect(cardOf(closed, NOW, 0)).toContain("No Rail was created.");
  });

  it.each([
    [null, "has said that it created the Rail: treat it as live"],
    [RAIL_ID, `has said that it created the Rail, ${RAIL_ID}: treat it as live`],
  ])(
    "says, once it is closed, that a Rail is there which is known to have been made (%s)",
    (railId, says) => {
      const made = { railId, issued: null };
      const closed: State = {
        status: "voided",
        at: NOW,
        because: "Two approvers have closed it.",
        made,
      };

      expect(cardOf(closed)).toContain(says);
      expect(cardOf(closed)).not.toContain("No Rail");
    },
  );

  it("does not say of a second attempt that was refused what became of the first", () => {
    const blocked = { status: "blocked", since: NOW, nextTryAt: NOW } as const;

    expect(cardOf(blocked, NOW, 2)).toContain("This attempt created no Rail.");
    expect(cardOf(blocked, NOW, 1)).toContain("No Rail was created.");
  });
});

describe("the form in which a Rail is named", () => {
  const stuck = { ...needed("It is so."), candidates: [RAIL_ID] };
  const view = linkRailModal({ request: aRequest({ state: stuck }) });

  it("has the only candidate in it, and none where there are two", () => {
    const two = { ...stuck, candidates: [RAIL_ID, "rail_2"] };

    expect(JSON.stringify(view)).toContain(`"initial_value":"${RAIL_ID}"`);
    expect(JSON.stringify(linkRailModal({ request: aRequest({ state: two }) }))).not.toContain(
      "initial_value",
    );
  });

  it("is read as the Rail that was named", () => {
    expect(readLinkRailModal(filledIn(view, { [block.enteredId]: ` ${RAIL_ID} ` }))).toMatchObject({
      ok: true,
      railId: RAIL_ID,
    });
    for (const typed of ["", " ", "rail\u0000", "x".repeat(256)]) {
      expect(readLinkRailModal(filledIn(view, { [block.enteredId]: typed }))).toEqual({
        ok: false,
        errors: { [block.enteredId]: expect.stringMatching(/^Id of the Rail .*\.$/) },
      });
    }
    expect(readLinkRailModal({ ...filledIn(view), private_metadata: "{}" })).toBeUndefined();
  });
});

describe("the form for one more attempt", () => {
  const risk = (candidates: string[] = []) => {
    const state = { ...needed("It is so."), candidates };
    return plainText(
      remedyModal({ request: aRequest({ state }), type: "release-attempt", frozen: null }).blocks,
    );
  };

  it("says what is at stake", () => {
    expect(risk()).toContain("Look at the Rail service first.");
    expect(risk()).toContain("If the Rail exists after all, there will be two, permanently");
    expect(risk()).toContain("Signalbox looks once more itself, and sends nothing if it finds");
  });

  it("names every Rail that is ruled out by it", () => {
    const ids = Array.from({ length: 20 }, (_, index) => `rail_${index}`);

    for (const id of ids) expect(risk(ids)).toContain(`It may be ${id}\n`);
    expect(risk(ids)).toContain("none of the Rails above is the requested one");
  });
});

describe("the history of a Rail of unknown outcome", () => {
  it("tells failed looks, links, and what was ruled out", () => {
    const told = history({ number: 142, content: aContent() }, [
      { type: "look-failed", at: NOW, because: "unreachable", nextLookAt: NOW },
      { type: "remedy-proposed", at: NOW, by: BEN, remedy: { type: "close" } },
      { type: "released", at: NOW, by: CAL, proposedBy: BEN, expiresAt: NOW, ruledOut: [RAIL_ID] },
      {
        type: "linked",
        at: NOW,
        by: BEN,
        railId: RAIL_ID,
        issued: anOnRampRail(),
        nextLookAt: NOW,
      },
    ]);

    expect(plainText(told?.blocks ?? []).replaceAll(/^\S+ \S+ UTC · /gm, "")).toBe(
      `Looked for the Rail in vain: the service could not be reached, or did not answer
@${BEN} proposes: close the request: nothing more is sent, and no deposit instructions are posted.
One more attempt was released by @${CAL}, as @${BEN} had proposed
Not this one: ${RAIL_ID}
@${BEN} linked ${RAIL_ID}: it is being checked now`,
    );
  });
});
