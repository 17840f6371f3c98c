import { describe, expect, it } from "vitest";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { linkRailModal, readLinkRailModal } from "../../../src/rail/screens/link-rail.ts";
import { candidateName } from "../../../src/request/rules/outcome/candidate.ts";
import { refusalMessage } from "../../../src/request/screens/refusals.ts";
import { remedyModal } from "../../../src/request/screens/remedy.ts";
import { after, anOnRampRail, aRequest, NOW, RAIL_ID } from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";
import { needed } from "../../support/states.ts";

it("somebody who is too early to link a Rail is told that Signalbox still looks for it", () => {
  const request = aRequest({
    state: {
      ...{ status: "unknown", since: NOW, because: "no-clear-answer", issued: null },
      ...{ cleanScans: 0, failedLooks: 0, trouble: null, nextLookAt: after({ minutes: 2 }) },
    },
  });

  expect(plainText(refusalMessage({ refusal: "not-now", request }).blocks)).toContain(
    "Signalbox is still looking for the Rail by itself.",
  );
});

describe("the form in which a Rail is named", () => {
  const stuck = { ...needed("It is so."), candidates: [RAIL_ID] };
  const view = linkRailModal({ request: aRequest({ state: stuck }) });

  it("has the only candidate in it, and none where there are two or it has no usable id", () => {
    expect(JSON.stringify(view)).toContain(`"initial_value":"${RAIL_ID}"`);
    for (const candidates of [[RAIL_ID, "rail_2"], [candidateName(anOnRampRail({ id: "" }))]]) {
      const state = { ...stuck, candidates };
      expect(JSON.stringify(linkRailModal({ request: aRequest({ state }) }))).not.toContain(
        "initial_value",
      );
    }
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

it("the form for one more attempt names every Rail that is ruled out by it", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `rail_${index}`);
  const state = { ...needed("It is so."), candidates: ids };
  const text = plainText(
    remedyModal({ request: aRequest({ state }), type: "release-attempt", frozen: null }).blocks,
  );

  for (const id of ids) expect(text).toContain(`It may be ${id}\n`);
  expect(text).toContain("none of the Rails above is the requested one");
});
