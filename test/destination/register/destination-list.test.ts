import { describe, expect, it } from "vitest";
import {
  destinationList,
  destinationListRow,
} from "../../../src/destination/register/destination-list.ts";
import { destinationRow } from "../../../src/destination/register/destination-row.ts";
import type { RegisterRow } from "../../../src/destination/register/register-list.ts";
import type { Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  ANA,
  aBankAccountDestination,
  aDestinationRequest,
  after,
  anImport,
  anOffRampRail,
  anOnRampRail,
  aWalletDestination,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  IBAN,
  NOW,
} from "../../support/builders.ts";
import { aListScreen } from "../../support/list-screens.ts";
import { plainText } from "../../support/plain-text.ts";

const opened = (row: RegisterRow) => destinationRow(row, NOW, "");
const openedText = (row: RegisterRow) => plainText(opened(row));

const registered = (
  destination: Extract<RegisterRow, { is: "registered" }>["destination"],
  fields: Partial<Extract<RegisterRow, { is: "registered" }>> = {},
): RegisterRow => ({ is: "registered", destination, railsInto: [], openRequest: null, ...fields });

function elsewhere(rail: Rail = anOnRampRail()): Extract<RegisterRow, { is: "unregistered" }> {
  const seen = seenRail(rail, after({ hours: -1 }));
  if (!seen) throw new Error("It has an id");
  return { is: "unregistered", end: seen.destination, rails: [seen], openRequest: null };
}

it("the list of destinations has the name, the state and the whole value of each entry", () => {
  const rows: RegisterRow[] = [
    registered(aWalletDestination()),
    registered(aWalletDestination({ usableFrom: after({ days: 1 }) })),
    registered(aWalletDestination({ retiredAt: after({ days: -1 }) })),
    registered(aWalletDestination({ contradictedAt: NOW })),
    { is: "waiting", request: aDestinationRequest(aWhitelisting()) },
    elsewhere(),
  ];
  const listed = rows.map((row) => destinationListRow(row, NOW));

  expect(listed.map(({ states }) => states)).toEqual([
    ["usable"],
    ["later"],
    ["retired"],
    ["contradicted"],
    ["waiting"],
    ["elsewhere"],
  ]);
  expect(plainText(aListScreen(destinationList, listed, "").blocks)).toContain(`
Name | Status | Address or IBAN
Treasury cold wallet | ✅ Ready to use | ${ADDRESS}
Treasury cold wallet | ⏳ Ready from 2026-03-04 10:00 UTC | ${ADDRESS}
Treasury cold wallet | ⛔ Retired 2026-03-02 10:00 UTC | ${ADDRESS}
Treasury cold wallet | 🛑 Contradicted, do not use | ${ADDRESS}
Payroll wallet | ⏳ Waiting: R-142 | ${ADDRESS}
“Treasury cold wallet” | 🔴 Not approved here | ${ADDRESS}
(static_select)
[Previous page] [Next page]
[Get as a file]
[Add wallet] [Add bank account] [Import…]
Rails at the service: not read yet.`);
});

describe("an entry of the register, opened", () => {
  it("says its state, the whole value, the people behind it and the Rails that use it", () => {
    const railsInto = [
      { railId: "rail_1", name: "Payroll", lastSeenAt: after({ hours: -5 }) },
      { railId: "rail_2", name: null, lastSeenAt: after({ hours: -2 }) },
      { railId: "rail_3", name: "Float", lastSeenAt: null },
      { railId: "rail_4", name: "Taxes", lastSeenAt: null },
    ];

    expect(openedText(registered(aWalletDestination(), { railsInto }))).toBe(`# Treasury cold wallet
✅ Ready to use · Wallet on Solana (devnet)
| ${ADDRESS}
Requested by @${DAN}, approved by @${BEN}, @${CAL}, registered 2026-02-19 10:00 UTC
Confirmed by the Rail service 2026-02-19 10:00 UTC
Used by Rails “Payroll”, “rail_2”, “Float” and 1 more
Id at the Rail service: wa_1001
[Retire…] [All destinations]`);
  });

  it("offers to retire none that is retired or asked about", () => {
    const retired = openedText(registered(aWalletDestination({ retiredAt: after({ days: -1 }) })));
    const asked = openedText(registered(aWalletDestination(), { openRequest: 9 }));
    const wrong = openedText(registered(aWalletDestination({ contradictedAt: NOW })));

    expect(retired).toContain("Retired 2026-03-02 10:00 UTC");
    expect(retired).not.toContain("[Retire…]");
    expect(asked).toContain("R-9 about it is open.");
    expect(asked).not.toContain("[Retire…]");
    expect(wrong).toContain(
      "🔴 Warning: do not send money to it. The Rail service has shown another address or network for its id",
    );
    expect(wrong).toContain("[Retire…]");
  });

  it("says what is unproven and who is no person", () => {
    const account = { provenAt: null, addedBy: "sandbox", approvedBy: [] };
    const text = openedText(registered(aBankAccountDestination(account)));

    expect(text).toContain("🔴 Warning: unproven:");
    expect(text).toContain("Requested by the sandbox, registered");
    expect(text).toContain("Not used yet");
  });

  it("opens the request of what waits", () => {
    const waiting = (change: Parameters<typeof aDestinationRequest>[0]) =>
      openedText({ is: "waiting", request: aDestinationRequest(change) });

    expect(waiting(aWhitelisting())).toContain(
      `Whitelisting requested by @${ANA}, 2026-03-03 09:00 UTC`,
    );
    expect(waiting(anImport())).toContain(`Import requested by @${ANA}`);
    expect(waiting(aWhitelisting())).toContain("[Open request]");
  });

  it("offers to import where Rails deliver that were made elsewhere", () => {
    const blocks = opened(elsewhere());

    expect(plainText(blocks)).toContain(`Used by Rail “rail_9f3c1d20”, created outside Signalbox
Last seen 2026-03-03 09:00 UTC`);
    expect(JSON.stringify(blocks)).toContain(
      JSON.stringify(JSON.stringify({ serviceId: "wa_1001" })),
    );
  });

  it("says when the service shows no IBAN, and offers no import of what is asked for or has no id", () => {
    const { destination } = anOffRampRail();
    const bankAccount = { ...destination.bankAccount, iban: null, id: null };
    const hidden = elsewhere(anOffRampRail({ destination: { ...destination, bankAccount } }));

    expect(openedText(hidden)).toContain("The Rail service does not show its IBAN.");
    for (const row of [hidden, { ...elsewhere(), openRequest: 12 }]) {
      expect(openedText(row)).not.toContain("[Import…]");
    }
  });

  it("warns of an id under which the service shows more than one value", () => {
    const one = elsewhere();
    const other = seenRail(anOnRampRail({ id: "rail_2" }), NOW);
    if (!other) throw new Error("It has an id");
    const moved = { ...other.destination, detail: { kind: "iban", value: IBAN } as const };

    expect(
      openedText({ ...one, rails: [...one.rails, { ...other, destination: moved }] }),
    ).toContain("🔴 Warning: the Rail service shows this id with more than one value.");
  });
});
