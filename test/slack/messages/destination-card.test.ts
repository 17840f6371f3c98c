import { describe, expect, it } from "vitest";
import { approvalCard } from "../../../src/request/card/approval-card.ts";
import { history } from "../../../src/request/card/history.ts";
import type { RequestFacts } from "../../../src/request/card/request-facts.ts";
import { alarm } from "../../../src/request/posting/alarm.ts";
import type { Change } from "../../../src/request/rules/change.ts";
import type { ChangeRequest, State } from "../../../src/request/rules/change-request.ts";
import type { KnownValue } from "../../../src/request/rules/known-value.ts";
import { factsOfValue, knownDestination } from "../../../src/request/rules/known-value.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  ANA,
  aChange,
  aContent,
  after,
  anImport,
  anOffRampRail,
  anOnRampRail,
  aPolicy,
  aRequest,
  aRetirement,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  RAIL_ID,
  registeredFacts,
  requestFactsOf,
  someWalletDetails,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { everyRemedy, everyState, needed } from "../../support/states.ts";

const about = (change: Change, request: Partial<ChangeRequest> = {}) => ({
  content: aContent({ change }),
  ...request,
});

function cardText(
  change: Change,
  request: Partial<ChangeRequest> = {},
  facts: Partial<RequestFacts> = {},
): string {
  const all = requestFactsOf(about(change, request), { destination: null, ...facts });
  return plainText(approvalCard(all).blocks);
}

/** Deposits of the Rail Payroll float are sent to `ADDRESS`. */
function entryPoint(): KnownValue {
  const rail = seenRail(anOffRampRail(), NOW);
  if (!rail) throw new Error("It has an id");
  const value = { kind: "address", value: ADDRESS, network: "SOLANA_DEVNET" } as const;
  const owner = { requestNumber: 7, name: "Payroll float", standing: "approved" } as const;
  return { ...value, name: "Payroll float", is: "entry-point", rail, owner };
}

const GROUPS = "7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU";
const LIKE_IT = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsV";

describe("the card of a whitelisting", () => {
  it("says everything about one that waits", () => {
    expect(cardText(aWhitelisting())).toBe(`# ⏳ R-142 · Payroll wallet
WAITING 0 of 2 · needs @${BEN}, @${CAL} or @${DAN}
Change: Whitelist a wallet on Solana (devnet)
Limits: Rails can pay it once approved. The Rail service cannot undo that; it can be retired here. Usable 24 hours after it was whitelisted.
Reason: “Salaries go there from March on.”
| ${ADDRESS}
Requested by @${ANA} · expires 2026-03-04 09:00 UTC · Acme · SANDBOX
[Review] [Deny] (Ask the requester, History, Download the exact content)`);
  });

  it("names the country of an IBAN, and says where there is no cool-down", () => {
    const details = { kind: "bank-account", iban: IBAN } as const;
    const text = cardText(aWhitelisting({ details }), {}, { coolDownHours: 0 });

    expect(text).toContain("Change: Whitelist a bank account (United Kingdom)");
    expect(text).toContain("\n| GB29NWBK60161331926819\n");
    expect(text).toContain("Usable immediately after approval.");
  });

  it("warns of a format that nobody could check", () => {
    expect(cardText(aWhitelisting({ isFormatChecked: false }))).toContain(
      "🔴 Warning: the format of addresses on Solana (devnet) is not checked",
    );
  });

  it("warns that it was retired here, or that the deposits of a Rail are sent to it", () => {
    const retired = knownDestination(aWalletDestination({ retiredAt: NOW }));
    const text = cardText(aWhitelisting(), {}, { same: [retired, entryPoint()] });

    expect(text).toContain("🔴 Warning: it was retired here, as Treasury cold wallet, 2026-03-03");
    expect(text).toContain("🔴 Warning: deposits of the Rail Payroll float are sent here.");
  });

  it("warns that money goes there under the id of something else", () => {
    const rail = seenRail(anOnRampRail(), NOW);
    if (!rail?.destination.detail) throw new Error("It has an id and an address");
    const { detail, network } = rail.destination;
    const what = { is: "unregistered", isIdTaken: true, rail } as const;
    const text = cardText(
      aWhitelisting(),
      {},
      { same: [{ ...detail, network, name: "X", ...what }] },
    );

    expect(text).toContain(
      `🔴 Warning: Rail ${RAIL_ID} delivers here under an id that the register`,
    );
    expect(text).not.toContain("Import it");
  });

  it("warns of an address for which there is no key, and says what an unchecked one looks like", () => {
    const offCurve = someWalletDetails({ address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T" });
    const elsewhere = someWalletDetails({ network: "X", address: ETHEREUM_ADDRESS });

    expect(cardText(aWhitelisting({ details: offCurve }))).toContain("no key can exist for this");
    expect(cardText(aWhitelisting({ details: elsewhere, isFormatChecked: false }))).toContain(
      "It looks like an address of Ethereum",
    );
  });

  it("warns of a look-alike, with both values in groups", () => {
    const known = knownDestination(aWalletDestination({ wallet: aWallet({ address: LIKE_IT }) }));
    const found = factsOfValue({ kind: "address", value: ADDRESS }, [known]).lookAlikes;

    const text = cardText(aWhitelisting(), {}, { lookAlikes: found });

    expect(text).toContain(
      `🔴 Warning: it looks like Treasury cold wallet, a wallet on Solana (devnet) in the register.
This one: ${GROUPS}
Known: ${GROUPS.slice(0, -1)}V
They differ in group 11.`,
    );
  });

  it.each([
    [true, true, "Similar to your own in use: “Treasury cold wallet”."],
    [true, false, "it looks like Treasury cold wallet"],
    [false, true, "it looks like Treasury cold wallet"],
  ])(
    "is grey where both are in use, red where one is not (%s, %s)",
    (isUsed, isOtherUsed, words) => {
      const other = aWalletDestination({ wallet: aWallet({ address: LIKE_IT }) });
      const known = [
        knownDestination(aWalletDestination(), isUsed),
        knownDestination(other, isOtherUsed),
      ];
      const { lookAlikes } = factsOfValue({ kind: "address", value: ADDRESS }, known);

      const text = cardText(aWhitelisting(), {}, { lookAlikes });

      expect(text).toContain(words);
      expect(text.match(/it looks like|Similar to/g)).toHaveLength(1);
    },
  );

  it("shows two look-alikes, and counts the others", () => {
    const known = ["V", "W", "X", "Y"].map((end) =>
      knownDestination(
        aWalletDestination({
          wallet: aWallet({ name: `Wallet ${end}`, address: `${ADDRESS.slice(0, -1)}${end}` }),
        }),
      ),
    );
    const found = factsOfValue({ kind: "address", value: ADDRESS }, known).lookAlikes;

    const text = cardText(aWhitelisting(), {}, { lookAlikes: found });

    expect(text.match(/it looks like Wallet/g)).toHaveLength(2);
    expect(text).toContain("🔴 Warning: it looks like 2 more known values, not shown here");
  });

  it("says whose attempt has ended, and no longer waits for them", () => {
    const text = cardText(aWhitelisting(), { wrongAnswers: { [BEN]: 3, [CAL]: 2 } });

    expect(text).toContain(
      `🔴 Warning: the check of the address failed 3 times for @${BEN}, who can no longer approve.`,
    );
    expect(text).toContain(`needs @${CAL} or @${DAN}\n`);
    expect(cardText(aWhitelisting(), { wrongAnswers: { [BEN]: 3, [CAL]: 3 } })).toContain(
      "too few approvers are left",
    );
  });
});

describe("the card of an import and of a retirement", () => {
  it("is not called unproven where the service has shown this id with this value", () => {
    const rail = seenRail(anOnRampRail(), NOW);
    if (!rail?.destination.detail) throw new Error("It has an id and an address");
    const { detail, network } = rail.destination;
    const shown: KnownValue = {
      ...detail,
      network,
      name: "Vault",
      is: "unregistered",
      isIdTaken: false,
      rail,
    };
    const change = anImport({ serviceId: "wa_1001" });

    expect(cardText(change, {}, { same: [shown] })).not.toContain("unproven");
    expect(cardText(anImport({ serviceId: "wa_1" }), {}, { same: [shown] })).toContain("unproven");
  });

  it("says that an imported id is only our word", () => {
    const text = cardText(anImport());

    expect(text).toContain("Change: Import a wallet on Solana (devnet), as wa_7001");
    expect(text).toContain("Nothing is sent to the Rail service.");
    expect(text).toContain(
      "🔴 Warning: unproven: the Rail service has not yet shown this id with this address.",
    );
  });

  it("says what a retirement leaves alive", () => {
    const text = cardText(aRetirement(), {}, { destination: registeredFacts() });

    expect(text).toContain("Change: Retire a wallet on Solana (devnet), wa_1001");
    expect(text).toContain(
      `Whitelisted 2026-02-19 10:00 UTC by @${DAN}, approved by @${BEN}, @${CAL}`,
    );
    expect(text).toContain("Live Rails that will keep paying it: 3.");
    expect(text).not.toContain("Warning");
  });
});

describe("the end of a change of the register", () => {
  const done = { status: "in-force", since: NOW, serviceId: "wa_7001" } as const;

  it("says the service's id, from when it may be used, and whether that is proven", () => {
    const destination = registeredFacts({ usableFrom: after({ hours: 24 }) });
    const text = (isProven: boolean, whyUnusable?: "cooling-down") =>
      cardText(
        aWhitelisting(),
        { state: done },
        { destination: { ...destination, isProven, whyUnusable } },
      );

    expect(text(true, "cooling-down")).toContain(`WHITELISTED
In the register since 2026-03-03 10:00 UTC. Rails can pay it from 2026-03-04 10:00 UTC.
Change: Whitelist a wallet`);
    expect(text(true)).toContain("2026-03-03 10:00 UTC. Ready to use.\n");
    expect(text(true)).toContain(" · SANDBOX · wa_7001\n");
    expect(text(true)).not.toContain("Warning");
    expect(text(false)).toContain("🔴 Warning: unproven");
    expect(text(true)).not.toContain("It may be used");
  });

  it("has a title of its own for each kind", () => {
    expect(cardText(anImport(), { state: done })).toContain("IMPORTED\nIn the register since");
    expect(cardText(aRetirement(), { state: done })).toContain(
      "RETIRED\nSince 2026-03-03 10:00 UTC no new Rail can pay it.\nExisting Rails that pay it stay live.",
    );
  });

  it.each<[Change, State, string]>([
    [aWhitelisting(), { status: "withdrawn", at: NOW, by: ANA }, "Nothing was whitelisted."],
    [anImport(), { status: "expired", at: NOW }, "Nothing was put into the register."],
    [aRetirement(), { status: "denied", at: NOW, by: BEN, reason: "No" }, "Nothing was retired."],
    [
      aChange(),
      { status: "voided", at: NOW, because: "Its destination was retired.", made: null },
      "Ended 2026-03-03 10:00 UTC. No Rail was created. Why:\n> Its destination was retired.",
    ],
  ])("says what was not done", (change, state, words) => {
    const text = cardText(change, { state });

    expect(text).toContain(words);
    if (change.kind !== "create-rail") expect(text).not.toContain("No Rail was created");
  });

  it("does not say that nothing was whitelisted after an attempt of which nobody knows", () => {
    const state = {
      status: "voided",
      at: NOW,
      because: "Two approvers have closed it.",
      made: null,
    } as const;

    expect(cardText(aWhitelisting(), { state, attempt: 1 })).not.toContain(
      "Nothing was whitelisted",
    );
    const refused = { status: "failed", at: NOW, message: "No", fieldErrors: {} } as const;
    expect(cardText(aWhitelisting(), { state: refused, attempt: 1 })).toContain(
      "Nothing was whitelisted.",
    );
    expect(cardText(aWhitelisting(), { state: refused, attempt: 2 })).not.toContain(
      "Nothing was whitelisted",
    );
  });

  it("warns off a destination that the service contradicts", () => {
    const differences = [
      { field: "address", expectedBy: "approved" as const, expected: ADDRESS, found: LIKE_IT },
    ];
    const state = {
      status: "quarantined",
      unnamed: 0,
      because: "differs",
      was: "created",
      since: NOW,
      railIds: [],
      differences,
    } as const;

    const text = cardText(aWhitelisting(), { state });

    expect(text).toContain("🔴 Warning: do not use this wallet, and approve no Rail into it");
    expect(text).toContain(`- address: approved “${ADDRESS}”, now “${LIKE_IT}”`);
    expect(text).not.toContain("deposit instructions");
  });
});

describe("a whitelisting of which nobody knows what came", () => {
  const state = needed("No clear answer.");
  const remedy = { type: "enter-id", serviceId: "wa_7001" } as const;
  const proposed = { ...state, remedy: { by: BEN, at: NOW, remedy } };

  it("offers what an approver may propose", () => {
    const text = cardText(aWhitelisting(), { state, attempt: 1 });

    expect(text).toContain("NEEDS REVIEW");
    expect(text).toContain(
      "> No clear answer.\nLook at the Rail service. If it exists, enter its id",
    );
    expect(text).toContain(
      "[It exists: enter its id] [It does not: try once more] (Close…, History, Download the exact content)",
    );
    expect(text).not.toContain("[Agree…]");
  });

  it("says what is proposed, by whom, and that a second one has to agree", () => {
    const text = cardText(aWhitelisting(), { state: proposed, attempt: 1 });

    expect(text).toContain("NEEDS A SECOND APPROVER");
    expect(text).toContain(
      `@${BEN} proposes, 2026-03-03 10:00 UTC: the Rail service has it, and its id is wa_7001.`,
    );
    expect(text).toContain(`not from @${BEN}, and not the requester.`);
    expect(text).toContain("[Agree…] [It exists: enter its id]");
  });

  it("calls the approvers, and says why", () => {
    const request = aRequest(about(aWhitelisting(), { state, attempt: 1 }));
    const { text, blocks } = alarm({ request, currentPolicy: aPolicy(), now: NOW });

    expect(text).toBe("R-142: NEEDS REVIEW · Payroll wallet");
    expect(plainText(blocks)).toContain("An approver has to decide.");
    expect(plainText(blocks)).toContain(`For @${BEN}, @${CAL}, @${DAN}`);
  });

  it("calls those who may agree, once something is proposed", () => {
    const request = aRequest(about(aWhitelisting(), { state: proposed, attempt: 1 }));
    const { blocks } = alarm({ request, currentPolicy: aPolicy(), now: NOW });

    expect(plainText(blocks)).toContain(`For @${CAL}, @${DAN}`);
  });

  it("has others where it is a Rail, and none in another state", () => {
    expect(cardText(aChange(), { state })).toContain(
      "[It exists: link it] [It does not: try once more] (Close…, History, Download the exact content)",
    );
    for (const each of everyState().filter(({ status }) => status !== "needs-a-person"))
      expect(cardText(aWhitelisting(), { state: each })).not.toMatch(
        /\[(Agree|Enter|Release|Close)/,
      );
  });
});

describe("the history of a change of the register", () => {
  it("tells wrong groups, remedies, releases and what came of it", () => {
    const message = history({ number: 142, content: aContent({ change: aWhitelisting() }) }, [
      { type: "approval-given", at: NOW, by: BEN, digest: "", isChecked: true },
      { type: "wrong-answer", at: NOW, by: CAL, times: 1 },
      { type: "wrong-answer", at: NOW, by: CAL, times: 3 },
      ...everyRemedy().map((remedy) => ({
        type: "remedy-proposed" as const,
        at: NOW,
        by: BEN,
        remedy,
      })),
      { type: "released", at: NOW, by: DAN, proposedBy: BEN, expiresAt: NOW },
      { type: "in-force", at: NOW, serviceId: "wa_7001", isProven: false, by: [BEN, DAN] },
    ]);

    expect(plainText(message?.blocks ?? []).replaceAll(/^\S+ \S+ UTC · /gm, "")).toBe(
      `Approved by @${BEN}, who checked the address
@${CAL} failed the address check (1 of 3)
@${CAL} failed the address check (3 of 3) and can no longer approve it
@${BEN} proposes: the Rail service has it, and its id is wa_7001.
@${BEN} proposes: it does not exist at the Rail service: try once more.
@${BEN} proposes: close the request: nothing is put into the register, and nothing more is sent.
One more attempt was released by @${DAN}, as @${BEN} had proposed
In the register: the Rail service's id is wa_7001, unproven, as agreed by @${BEN}, @${DAN}`,
    );
  });
});

describe("the card of a Rail", () => {
  const railText = (facts: Partial<RequestFacts>, request: Partial<ChangeRequest> = {}) =>
    cardText(aChange(), request, { destination: registeredFacts(), ...facts });

  it("says in red what is wrong with where it delivers", () => {
    const of = (facts: Parameters<typeof registeredFacts>[0]) =>
      railText({ destination: registeredFacts(facts) });

    expect(of({ isProven: false })).toContain("🔴 Warning: unproven");
    expect(of({ whyUnusable: "retired" })).toContain("this destination has been retired.");
    expect(of({ whyUnusable: "contradicted" })).toContain("with another value. Do not use it");
    expect(of({ whyUnusable: "cooling-down", usableFrom: after({ hours: 3 }) })).toContain(
      "whitelisted too recently. It may be used from 2026-03-03 13:00 UTC.",
    );
    expect(of({})).not.toContain("Warning");
  });

  it("says nothing of a retirement that came after it was done", () => {
    const destination = registeredFacts({ whyUnusable: "retired" });
    const state = { status: "done", since: NOW, railId: "rail_1", issued: null } as const;

    expect(railText({ destination }, { state })).not.toContain("Warning");
  });
});

describe("the card of a Rail", () => {
  it("warns that the deposits of another Rail are sent to its destination, and of nothing else that is known", () => {
    const known = [knownDestination(aWalletDestination()), entryPoint()];
    const text = cardText(aChange(), {}, { destination: registeredFacts(), same: known });

    expect(text).toContain("🔴 Warning: deposits of the Rail Payroll float are sent here.");
    expect(text).not.toContain("Already registered");
  });
});
