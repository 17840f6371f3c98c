import { expect, it } from "vitest";
import { health } from "../../src/home/health-message.ts";
import { NOW } from "../support/builders.ts";
import { aFreeze, aHealth } from "../support/health-screens.ts";
import { plainText } from "../support/plain-text.ts";

const textOf = (facts: Parameters<typeof aHealth>[0]) => plainText(health(aHealth(facts)).blocks);

it("says that all is well", () => {
  expect(textOf({ railsReadAt: NOW })).toMatch(
    /^# System status\nSending: on\nRail service: \S+ · SANDBOX\nAll its Rails last read: 2026-03-03 10:00 UTC \(.*\)\nOpen requests: none\nNo failed jobs$/,
  );
});

it("says what waits, what was given up since when and why, and offers to try it again", () => {
  const text = textOf({
    freeze: aFreeze(),
    open: { pending: 2, "needs-a-person": 1 },
    givenUp: [
      {
        does: "posting its deposit instructions",
        requestNumber: 142,
        since: NOW,
        because: "Slack did not take the call",
      },
      { does: "sending it to the Rail service", requestNumber: null, since: NOW, because: "" },
    ],
  });

  expect(text).toContain("sending is frozen by");
  expect(text).toContain("Open requests: 1 to be decided by a person, 2 waiting for approval");
  expect(text).toContain(
    "- R-142: posting its deposit instructions, since 2026-03-03 10:00 UTC. Why: Slack did not take the call",
  );
  expect(text).toContain("- A request that is gone: sending it to the Rail service");
  expect(text).not.toContain("does not show this yet");
  expect(textOf({ freeze: aFreeze(), isChannelTold: false })).toContain(
    "The approvals channel does not show this yet.",
  );
  expect(text).toContain("[Resume sending] [Try them again]");
});

it("counts what it has no room for", () => {
  const letter = {
    does: "reading its Rail back",
    requestNumber: 1,
    since: NOW,
    because: "x",
  } as const;

  expect(textOf({ givenUp: Array.from({ length: 12 }, () => letter) })).toContain(
    "- and 7 more jobs, not shown here",
  );
});

it("names the requests whose instructions cannot be delivered", () => {
  expect(textOf({})).not.toContain("instructions that wait");
  expect(textOf({ undeliverable: [7, 9] })).toContain(
    "Deposit instructions that wait: R-7, R-9. Slack takes no direct message to the requester",
  );
});
