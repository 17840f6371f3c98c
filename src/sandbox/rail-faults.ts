import { isDeepStrictEqual } from "node:util";
import type { FaultRule } from "./rail-service/interface/faults.ts";
import type { RailService } from "./rail-service/server.ts";
import type { OtherFaults } from "./slack-workspace/control/other-faults.ts";

type Named = FaultRule & { label: string; hint: string };

const RULES: Readonly<Record<string, Named>> = {
  answerLost: {
    label: "Lose the answer",
    hint: "The next Rail is made, and the connection breaks before the answer.",
    operation: "POST /rails",
    fault: { kind: "drop-after-commit" },
  },
  late: {
    label: "Make a Rail late",
    hint: "The next Rail is made after 20 seconds. Signalbox stops waiting after 10.",
    operation: "POST /rails",
    fault: { kind: "delay", ms: 20_000 },
  },
  serverError: {
    label: "Answer 500",
    hint: "The next Rail is not made, and the answer is a server error.",
    operation: "POST /rails",
    fault: { kind: "500-before-commit" },
  },
  slow: {
    label: "Answer slowly",
    hint: "The next ten answers take four seconds each.",
    operation: "*",
    times: 10,
    fault: { kind: "delay", ms: 4_000, when: "after-commit" },
  },
  refused: {
    label: "Refuse the token",
    hint: "Every call is answered with 401, until you switch all faults off.",
    operation: "*",
    times: Number.POSITIVE_INFINITY,
    fault: { kind: "token-revoked" },
  },
};

const MADE_ELSEWHERE = {
  name: "railMadeElsewhere",
  label: "Make a Rail elsewhere",
  hint: "A Rail appears that nobody requested in Signalbox.",
};

/** The faults of the Rail service, for the control room. */
export function railFaults(
  { makeRail, faults }: RailService,
  companyOf: (teamId: string) => string,
): OtherFaults {
  return {
    label: "Rail service",
    actions: [
      ...Object.entries(RULES).map(([name, { label, hint }]) => ({ name, label, hint })),
      MADE_ELSEWHERE,
    ],
    run(name, teamId) {
      const rule = RULES[name];
      // A fault without an end is on already.
      const isOn = faults
        .waiting()
        .some((each) => !Number.isFinite(each.left) && isSame(each, rule));
      if (rule && !isOn) faults.add(rule);
      if (!rule) makeRail(companyOf(teamId));
    },
    planned: () =>
      faults.waiting().map(({ fault, left }) => {
        const known = Object.values(RULES).find((each) => isSame(each, { fault }));
        const words = known?.label ?? fault.kind;
        return Number.isFinite(left) && left > 1 ? `${words}: ${left} times` : words;
      }),
    clear: faults.clear,
    listen: faults.listen,
  };
}

const isSame = (one: Pick<FaultRule, "fault">, other: Pick<FaultRule, "fault"> | undefined) =>
  isDeepStrictEqual(one.fault, other?.fault);
