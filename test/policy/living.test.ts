import { expect, it } from "vitest";
import { livingOf } from "../../src/policy/living.ts";
import { BEN, CAL, DAN } from "../support/builders.ts";
import { somePeople } from "../support/people.ts";

const [GROUP, SILENT, GONE] = ["S0TREASURY", "S0SILENT", "S0GONE"];

it("looks up those who are named and whoever is in the groups, and nobody for a group of which Slack says nothing", async () => {
  const asked: string[] = [];
  const people = somePeople(
    {
      members: { [GROUP]: [CAL, DAN], [SILENT]: null },
      standings: { [DAN]: "guest" },
      persons: { [CAL]: "W0CAL" },
    },
    (users) => void asked.push(...users),
  );

  const living = await livingOf({ people }, "T0ACME", {
    approvers: [BEN],
    groups: [GROUP, SILENT, GONE],
  });

  expect(asked).toEqual([BEN, CAL, DAN]);
  expect(living).toEqual({
    standings: new Map([
      [BEN, "active"],
      [CAL, "active"],
      [DAN, "guest"],
    ]),
    persons: new Map([
      [BEN, BEN],
      [CAL, "W0CAL"],
      [DAN, DAN],
    ]),
    members: new Map<string, readonly string[] | null>([
      [GROUP, [CAL, DAN]],
      [SILENT, null],
      [GONE, []],
    ]),
  });
});
