import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import { showing, wordsAbout } from "./bytes.ts";
import { ALWAYS, addressOf, ibanOf, MINUTE } from "./creating.ts";
import { BEN, CAL, DEE, openTeam, QUICK } from "./team.ts";

const { states } = WORDS;

const OTHER_TAG = [`signalbox:00000000-0000-4000-8000-000000000000:${"0".repeat(64)}`];

/** Another value of each field that a Rail shows. */
const SHOWN = {
  on: {
    id: "rail_other",
    "metadata.external_id": OTHER_TAG,
    "source.asset": "EUR",
    "source.bank_account.currency": "EUR",
    "source.bank_account.id": "bka_other",
    "source.bank_account.iban": "GB33BUKB20201555555555",
    "source.bank_account.account_number": "55555555",
    "source.bank_account.sort_code": "202015",
    "source.bank_account.bic_swift": "BUKBGB22",
    "source.bank_account.reference": "OTHER",
    "destination.asset": "USDA",
    "destination.wallet.id": "wa_other",
    "destination.wallet.network": "ETHEREUM",
    "destination.wallet.is_custodial": true,
    "destination.wallet.address": addressOf("other destination"),
  },
  off: {
    "source.wallet.id": "wa_other",
    "source.wallet.network": "ETHEREUM",
    "source.wallet.is_custodial": false,
    "source.wallet.address": addressOf("other entry"),
    "destination.bank_account.id": "bka_other",
    "destination.bank_account.currency": "EUR",
    "destination.bank_account.iban": "GB33BUKB20201555555555",
  },
};

test.for(["on", "off"] as const)(
  "S21 each field of an %s-ramp Rail that differs holds it",
  async (type) => {
    await using stage = await openTeam(QUICK);
    const all = Object.entries(SHOWN[type]);
    const found: Record<string, unknown> = {};
    let [name, record] = ["", ""];
    for (const [index, [path, value]] of all.entries()) {
      // People are not that fast, and may not be.
      await stage.jump(MINUTE);
      // A Rail that shows another value for a destination closes it for all that come later.
      if (name === "" || path.startsWith("destination")) {
        name = `Case ${String.fromCharCode(65 + index)}.`;
        record = type === "on" ? addressOf(name) : ibanOf(index * 7_919);
        await stage.register({ name, [type === "on" ? "wallet" : "iban"]: record });
      }
      stage.front.meet("GET /rails/{rail}", showing({ [path]: value }), ALWAYS);
      const number = await stage.askForRail({ type, destination: name, name });
      await stage.approve(BEN, number, record);
      stage.front.clear();
      const { state, text } = await stage.card(number);
      const words = await wordsAbout(stage, number);
      const isCalled = words.includes(`For <@${BEN}>, <@${CAL}> and <@${DEE}>`);
      const entry = stage.madeRails().at(-1)?.source;
      const entries = [entry?.bank_account?.iban ?? entry?.wallet?.address ?? "", String(value)];
      const isShown = entries.some((each) => (text + words).includes(each));
      found[path] = { state, isCalled, isShown };
    }
    const expected = { state: states.held, isCalled: true, isShown: false };
    expect(found).toEqual(Object.fromEntries(all.map(([path]) => [path, expected])));
  },
);
