import { describe, expect, it } from "vitest";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import type { TwoPersonRemedy } from "../../../src/request/rules/remedy.ts";
import { agreeModal, readAgreeModal } from "../../../src/request/screens/agree.ts";
import { readRemedyModal, remedyModal } from "../../../src/request/screens/remedy.ts";
import { ADDRESS, aContent, aRequest, aWhitelisting, BEN, NOW } from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";
import { aFreeze } from "../../support/health-screens.ts";
import { plainText } from "../../support/plain-text.ts";
import { everyRemedy } from "../../support/states.ts";

const request = aRequest({ content: aContent({ change: aWhitelisting() }) });
const textOf = (type: TwoPersonRemedy["type"]) =>
  plainText(remedyModal({ request, type, frozen: null }).blocks);

describe("the form for a remedy", () => {
  it("shows the value to look up, what it takes and what comes of it", () => {
    for (const { type } of everyRemedy()) {
      expect(textOf(type).includes("Id at the Rail service: <plain_text_input>")).toBe(
        type === "enter-id",
      );
      expect(textOf(type)).toContain(
        `# R-142 · Payroll wallet\nRequest: whitelist a wallet on Solana (devnet)`,
      );
      expect(textOf(type)).toContain(`| ${ADDRESS}`);
      expect(textOf(type)).toContain("A second approver has to agree before anything is done.");
    }
    expect(textOf("release-attempt")).toContain("that it is NOT there");
    expect(textOf("close")).toContain("it stays whitelisted there");
  });

  it("is read as what it proposes", () => {
    const read = (type: TwoPersonRemedy["type"], answers = {}) =>
      readRemedyModal(filledIn(remedyModal({ request, type, frozen: null }), answers));

    expect(read("release-attempt")).toMatchObject({
      ok: true,
      remedy: { type: "release-attempt" },
    });
    expect(read("close")).toMatchObject({ ok: true, request: { requestId: request.id } });
    expect(read("enter-id", { [block.enteredId]: " wa_7001 " })).toMatchObject({
      ok: true,
      remedy: { type: "enter-id", serviceId: "wa_7001" },
    });
  });

  it.each([null, "  ", "wa 7001", "wa_\u200B7001", "wа_7001", "x".repeat(256)])(
    "takes no id such as %j, and says why",
    (typed) => {
      const view = filledIn(remedyModal({ request, type: "enter-id", frozen: null }), {
        [block.enteredId]: typed,
      });

      expect(readRemedyModal(view)).toEqual({
        ok: false,
        errors: { [block.enteredId]: expect.stringMatching(/^Id at the Rail service .*\.$/) },
      });
    },
  );

  it("is not read from a view that is not ours", () => {
    const view = filledIn(remedyModal({ request, type: "close", frozen: null }));

    expect(readRemedyModal({ ...view, private_metadata: "{}" })).toBeUndefined();
  });
});

describe("the form for agreeing", () => {
  it.each(everyRemedy())("shows exactly what was proposed, and carries it: $type", (remedy) => {
    const view = agreeModal({ request, proposed: { by: BEN, at: NOW, remedy }, frozen: null });

    expect(plainText(view.blocks)).toContain(`@${BEN} proposes, 2026-03-03 10:00 UTC: `);
    if (remedy.type === "enter-id") expect(plainText(view.blocks)).toContain("Its id: wa_7001");
    expect(readAgreeModal(filledIn(view))).toMatchObject({
      request: { requestId: request.id },
      remedy,
    });
  });

  it("is not read from a view that is not ours", () => {
    expect(readAgreeModal({ private_metadata: "{}" })).toBeUndefined();
  });
});

describe("while sending is frozen", () => {
  const { frozen } = aFreeze();

  it("one more attempt is said to wait, and the rest is not", () => {
    for (const remedy of everyRemedy()) {
      const { type } = remedy;
      const proposed = { by: BEN, at: NOW, remedy };
      const asked = plainText(remedyModal({ request, type, frozen }).blocks);
      const agreed = plainText(agreeModal({ request, proposed, frozen }).blocks);
      const waits = type === "release-attempt";
      for (const text of [asked, agreed]) {
        expect(text.includes(`sending is frozen by @${BEN}`)).toBe(waits);
        expect(text.includes("what is released waits for that.")).toBe(waits);
      }
      expect(agreed).toContain(waits ? "It waits until sending resumes." : "It is done at once.");
    }
  });
});
