import { expect, it } from "vitest";
import { approverThings } from "../../src/review/standing-things.ts";
import { ANA, aRule, BEN, CAL, DAN, EVE, NOW, somePolicy } from "../support/builders.ts";
import { plainText } from "../support/plain-text.ts";
import { reviewScreen } from "../support/review-screens.ts";

it("a Rail that nobody approved is left as it is, not kept", () => {
  const { blocks } = reviewScreen("Payroll float", [BEN]);

  expect(JSON.stringify(blocks)).toContain('"Leave as it is"');
  expect(JSON.stringify(blocks)).not.toContain('"Keep"');
});

it("nobody keeps an approver whom they named in any rule, and the review says who named them in which", () => {
  const first = aRule({ name: "Rails", approvers: [CAL, DAN] });
  const later = aRule({ name: "Payouts", approvers: [DAN] });
  const version = (by: string, rules: readonly (typeof first)[]) => ({
    ...somePolicy(),
    ...{ rules, since: NOW, by, requestId: null },
  });
  const versions = [
    version(EVE, [first, later]),
    version(BEN, [first, later]),
    version(ANA, [first]),
  ];

  const dan = approverThings(versions, new Map()).find(({ ref }) => ref === DAN);

  expect(dan?.own).toEqual([DAN, ANA, BEN]);
  const text = plainText([{ type: "rich_text", elements: dan?.facts() ?? [] }]);
  expect(text).toMatch(new RegExp(`“Rails”: named by .*${ANA}`));
  expect(text).toMatch(new RegExp(`“Payouts”: named by .*${BEN}`));
});
