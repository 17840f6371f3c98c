import { expect, it } from "vitest";
import { reminder } from "../../../src/request/posting/remind-approvers.ts";
import { aPolicy, aRequest, BEN, CAL, DAN, EVE, NOW } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";

const PEOPLE = [BEN, CAL, DAN, EVE];

const cases = [1, 2, 3, 4].flatMap((needed) =>
  Array.from({ length: needed }, (_, given) => ({ needed, given, missing: needed - given })),
);

it.each(cases)(
  "a reminder of a request with $given of $needed says how many are missing",
  (each) => {
    const { needed, given, missing } = each;
    const policy = aPolicy({ approvers: PEOPLE, approvalsRequired: needed });
    const approvals = PEOPLE.slice(0, given).map((by) => ({ by, at: NOW, digest: "" }));
    const request = aRequest({ policy, approvals });

    const { text, blocks } = reminder({
      ...{ request, currentPolicy: policy, people: PEOPLE.slice(given), groups: [] },
      isLast: false,
    });

    const word = missing === 1 ? "approval" : "approvals";
    expect(plainText(blocks)).toContain(`still waits for ${missing} ${word}.`);
    expect(text).toContain(`${given} of ${needed}`);
  },
);
