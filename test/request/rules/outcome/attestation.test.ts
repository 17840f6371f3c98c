import { describe, expect, it } from "vitest";
import type { Rail, RailSpec } from "../../../../src/platform/rail-api/rules/rail.ts";
import type { RailRequest } from "../../../../src/request/rules/change-request.ts";
import { isRailRequest } from "../../../../src/request/rules/change-request.ts";
import { attest } from "../../../../src/request/rules/outcome/attestation.ts";
import { tagText } from "../../../../src/request/rules/outcome/tag.ts";
import { altered, leafOf, leavesOf, without, withValue } from "../../../domain/leaves.ts";
import {
  aBankAccount,
  aChange,
  aContent,
  anExchangeRail,
  anOffRampRail,
  anOffRampSpec,
  anOnRampRail,
  anOnRampSpec,
  aRequest,
  aWallet,
  ETHEREUM_ADDRESS,
  IBAN,
  RAIL_ID,
} from "../../../support/builders.ts";

function approved(spec: RailSpec): RailRequest {
  const request = aRequest({ content: aContent({ change: aChange({ spec }) }) });
  if (!isRailRequest(request)) throw new Error("It asks for a Rail");
  return request;
}

const known = { railId: RAIL_ID, issued: null };

/** Names that people or the service give: what is not judged. Everything else that is approved is. */
const NOT_JUDGED = ["destination.wallet.name", "destination.bankAccount.name"];

describe.each([
  { spec: anOnRampSpec(), rail: anOnRampRail() },
  { spec: anOffRampSpec(), rail: anOffRampRail() },
])("a Rail of type $spec.type", ({ spec, rail }) => {
  const request = approved(spec);

  it("equals its approval and its creating answer", () => {
    expect(attest(request, { railId: RAIL_ID, issued: rail }, rail).differences).toEqual([]);
  });

  it.each(leavesOf(spec).filter((path) => !NOT_JUDGED.includes(path) && path !== "type"))(
    "differs when approved was another %s",
    (path) => {
      const other = approved(altered(spec, path));

      const { differences } = attest(other, known, rail);
      expect(differences.length).toBeGreaterThan(0);
      expect(differences.every(({ expectedBy }) => expectedBy === "approved")).toBe(true);
    },
  );

  it.each(leavesOf(spec).filter((path) => NOT_JUDGED.includes(path)))(
    "does not differ by %s, which the service need not keep",
    (path) => {
      expect(attest(approved(altered(spec, path)), known, rail).differences).toEqual([]);
    },
  );

  const entryPoint = rail.source.kind === "fiat" ? "source.bankAccount" : "source.wallet";
  const issuedPaths = leavesOf(rail).filter((path) => path.startsWith(entryPoint));

  it.each([...issuedPaths, "id"])("differs when it was issued with another %s", (path) => {
    const issued = altered(rail, path);

    const { differences } = attest(request, { railId: issued.id ?? "", issued }, rail);

    expect(differences).toMatchObject([{ expectedBy: "issued" }]);
  });

  it.each(issuedPaths)(
    "differs when the service shows no %s any more, or none was issued",
    (path) => {
      const less = without(rail, path);

      for (const [issued, found] of [
        [rail, less],
        [less, rail],
        [rail, withValue(rail, path, null)],
      ] as const) {
        const { differences } = attest(request, { railId: RAIL_ID, issued }, found);
        const isNull = [issued, found].every((each) => (leafOf(each, path) ?? null) === null);
        const issuedOnes = differences.filter(({ expectedBy }) => expectedBy === "issued");
        expect(issuedOnes).toHaveLength(isNull ? 0 : 1);
      }
    },
  );

  it("differs by a field of its entry point that nobody has thought of yet", () => {
    const path = `${entryPoint}.routingCode`;
    const known = { railId: RAIL_ID, issued: withValue(rail, path, "021000021") };

    for (const found of [rail, withValue(rail, path, "021000022"), withValue(rail, path, null)]) {
      expect(attest(request, known, found).differences).toMatchObject([
        { field: expect.stringContaining(".routing_code"), expectedBy: "issued" },
      ]);
    }
    expect(attest(request, known, known.issued).differences).toEqual([]);
  });

  it("has an issued field for every field of its entry point", () => {
    expect(issuedPaths.length).toBeGreaterThanOrEqual(5);
  });

  it("differs when the service shows a Rail of another type", () => {
    const other = rail.type === "ON_RAMP" ? anOffRampRail() : anOnRampRail();

    for (const found of [other, anExchangeRail()]) {
      const fields = attest(request, known, found).differences.map(({ field }) => field);
      expect(fields).toContain("type");
    }
  });

  it("is only noted to have no tag", () => {
    expect(attest(request, known, { ...rail, metadata: null })).toEqual({
      differences: [],
      notes: ["The service did not echo the tag"],
    });
  });

  it("differs when it carries the tag of another request or digest", () => {
    const { id: requestId, digest } = request;
    const own = { ...rail, metadata: ["her own words", tagText({ requestId, digest })] };
    expect(attest(request, known, own)).toEqual({ differences: [], notes: [] });

    for (const tag of [
      { requestId, digest: "0".repeat(64) },
      { requestId: "00000000-0000-4000-8000-000000000000", digest },
    ]) {
      const found = { ...rail, metadata: [tagText(tag)] };

      expect(attest(request, known, found).differences).toMatchObject([
        { field: "metadata.external_id", expectedBy: "approved" },
      ]);
    }
  });
});

describe("a Rail that is shown from its creation on as something else than was approved", () => {
  it.each([
    [
      "source.bank_account.currency",
      anOnRampSpec(),
      anOnRampRail(),
      "source.bankAccount.currency",
      "EUR",
    ],
    [
      "destination.wallet.is_custodial",
      anOnRampSpec(),
      anOnRampRail(),
      "destination.wallet.isCustodial",
      true,
    ],
    [
      "destination.bank_account.currency",
      anOffRampSpec(),
      anOffRampRail(),
      "destination.bankAccount.currency",
      "EUR",
    ],
  ] as const)("differs by its %s", (field, spec, rail, path, value) => {
    const shown = withValue<Rail>(rail, path, value);

    const { differences } = attest(approved(spec), { railId: RAIL_ID, issued: shown }, shown);

    expect(differences).toMatchObject([{ field, expectedBy: "approved", found: `${value}` }]);
  });

  it("differs where our tag is echoed without the requester's own reference", () => {
    const change = aChange({ spec: anOnRampSpec(), reference: "PO-2026-117" });
    const request = aRequest({ content: aContent({ change }) });
    if (!isRailRequest(request)) throw new Error("It asks for a Rail");
    const tag = tagText({ requestId: request.id, digest: request.digest });
    const shown = (words: string) => anOnRampRail({ metadata: [tag, words] });

    expect(attest(request, known, shown("PO-2026-117")).differences).toEqual([]);
    expect(attest(request, known, shown("other words")).differences).toMatchObject([
      { field: "metadata.external_id", expectedBy: "approved", expected: "PO-2026-117" },
    ]);
  });
});

describe("the spelling of a destination", () => {
  const onRampTo = (address: string) => {
    const rail = anOnRampRail();
    const wallet = { ...rail.destination.wallet, address };
    return { ...rail, destination: { ...rail.destination, wallet } };
  };
  const toAddress = (address: string) =>
    approved(anOnRampSpec({ destination: { asset: "GBPA", wallet: aWallet({ address }) } }));

  it("is the same Ethereum address in any case", () => {
    const request = toAddress(ETHEREUM_ADDRESS);

    const { differences } = attest(request, known, onRampTo(ETHEREUM_ADDRESS.toLowerCase()));

    expect(differences).toEqual([]);
  });

  it("is another Solana address in another case", () => {
    const { address } = aWallet();

    const { differences } = attest(toAddress(address), known, onRampTo(address.toLowerCase()));

    expect(differences).toMatchObject([{ field: "destination.wallet.address" }]);
  });

  it.each([
    ["with spaces", "GB29 NWBK 6016 1331 9268 19", 0],
    ["in lower case", IBAN.toLowerCase(), 0],
    ["not shown", null, 1],
    ["empty", "", 1],
  ])("is an IBAN %s", (_, iban, expected) => {
    const rail = anOffRampRail();
    const bankAccount = { ...rail.destination.bankAccount, iban };
    const found = { ...rail, destination: { ...rail.destination, bankAccount } };
    const request = approved(
      anOffRampSpec({ destination: { asset: "GBP", bankAccount: aBankAccount() } }),
    );

    expect(attest(request, known, found).differences).toHaveLength(expected);
  });
});
