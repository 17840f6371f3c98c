import type { OtherFaults } from "../slack-workspace/page-routes/panel.ts";
import type { FaultRule } from "./interface/faults.ts";
import type { RailService } from "./server.ts";

type Action = OtherFaults["actions"][number];

const RULES: readonly (Action & FaultRule)[] = [
  {
    name: "answerLost",
    label: "Lose the answer",
    hint: "The next Rail is made, and the connection breaks before the answer.",
    operation: "POST /rails",
    fault: { kind: "drop-after-commit" },
  },
  {
    name: "late",
    label: "Make a Rail late",
    hint: "The next Rail is made after 20 seconds. Signalbox stops waiting after 10.",
    operation: "POST /rails",
    fault: { kind: "delay", ms: 20_000 },
  },
  {
    name: "serverError",
    label: "Answer 500",
    hint: "The next Rail is not made, and the answer is a server error.",
    operation: "POST /rails",
    fault: { kind: "500-before-commit" },
  },
  {
    name: "slow",
    label: "Answer slowly",
    hint: "The next ten answers take four seconds each.",
    operation: "*",
    times: 10,
    fault: { kind: "delay", ms: 4_000, when: "after-commit" },
  },
  {
    name: "refused",
    label: "Refuse the token",
    hint: "Every call is answered with 401, until you switch all faults off.",
    operation: "*",
    times: Number.POSITIVE_INFINITY,
    fault: { kind: "token-revoked" },
  },
];

const MADE_ELSEWHERE: Action = {
  name: "railMadeElsewhere",
  label: "Make a Rail elsewhere",
  hint: "A Rail appears that nobody requested in Signalbox.",
};

/** The faults of the Rail service, for the control room of a company. */
export const railFaults = ({ makeRail, faults }: RailService, company: string): OtherFaults => ({
  label: "Rail service",
  actions: [...RULES, MADE_ELSEWHERE],
  run(name) {
    if (name === MADE_ELSEWHERE.name) makeRail(company);
    const rule = RULES.find((each) => each.name === name);
    const isOn = faults.waiting().some(({ fault }) => fault === rule?.fault);
    // Without an end it is on already.
    if (rule && !(isOn && rule.times === Number.POSITIVE_INFINITY)) faults.add(rule);
  },
  planned: () =>
    faults.waiting().map(({ fault, left }) => {
      const words = RULES.find((each) => each.fault === fault)?.label ?? fault.kind;
      return Number.isFinite(left) && left > 1 ? `${words}: ${left} times` : words;
    }),
  clear: faults.clear,
  listen: faults.listen,
});
