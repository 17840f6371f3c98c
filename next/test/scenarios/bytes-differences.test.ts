import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import { type Fields, openQuickly, showing, wordsAbout } from "./bytes.ts";
import { addressOf, ibanOf, MINUTE } from "./creating.ts";
import { BEN, CAL, DEE } from "./team.ts";

const { states } = WORDS;

const OTHER_TAG = [`signalbox:00000000-0000-4000-8000-000000000000:${"0".repeat(64)}`];

interface Shown {
  type: "on" | "off";
  fields: Fields;
}

/** What both types have stands with one of them. */
const SHOWN: Readonly<Record<string, Shown>> = {
  "its route": {
    type: "on",
    fields: {
      id: "rail_other",
      "metadata.external_id": OTHER_TAG,
      "source.asset": "EUR",
      "source.bank_account.currency": "EUR",
      "destination.asset": "USDA",
    },
  },
  "where people pay in": {
    type: "on",
    fields: {
      "source.bank_account.id": "bka_other",
      "source.bank_account.iban": "GB33BUKB20201555555555",
      "source.bank_account.account_number": "55555555",
      "source.bank_account.sort_code": "202015",
      "source.bank_account.bic_swift": "BUKBGB22",
      "source.bank_account.reference": "OTHER",
    },
  },
  "where people send to": {
    type: "off",
    fields: {
      "source.wallet.id": "wa_other",
      "source.wallet.network": "ETHEREUM",
      "source.wallet.is_custodial": false,
      "source.wallet.address": addressOf("other entry"),
    },
  },
  "its wallet": {
    type: "on",
    fields: {
      "destination.wallet.id": "wa_other",
      "destination.wallet.network": "ETHEREUM",
      "destination.wallet.is_custodial": true,
      "destination.wallet.address": addressOf("other destination"),
    },
  },
  "its account": {
    type: "off",
    fields: {
      "destination.bank_account.id": "bka_other",
      "destination.bank_account.currency": "EUR",
      "destination.bank_account.iban": "GB33BUKB20201555555555",
    },
  },
};

test.for(Object.entries(SHOWN))(
  "S21 a difference in %s holds the Rail",
  async ([, { type, fields }]) => {
    await using stage = await openQuickly();
    const all = Object.entries(fields);
    const found: Record<string, unknown> = {};
    let [name, record] = ["", ""];
    for (const [index, [path, value]] of all.entries()) {
      // People are not that fast, and may not be.
      await stage.jump(MINUTE);
      // A Rail that shows another value for a destination closes it for all that come later.
      if (name === "" || path.startsWith("destination")) {
        name = `Case ${String.fromCharCode(65 + index)}.`;
        record = type === "on" ? addressOf(name) : ibanOf(index * 7_919);
        await stage.register({ name, [type === "on" ? "wallet" : "iban"]: record }, [BEN]);
      }
      const shows = showing({ [path]: value });
      stage.front.meet("GET /rails/{rail}", shows, Number.POSITIVE_INFINITY);
      const number = await stage.askForRail({ type, destination: name, name });
      await stage.approve(BEN, number, record);
      stage.front.clear();
      const { state, text } = await stage.card(number);
      const words = await wordsAbout(stage, number);
      const isCalled = words.includes(`For <@${BEN}>, <@${CAL}> and <@${DEE}>`);
      const entry = stage.madeRails().at(-1)?.source;
      const shown = entry?.bank_account?.iban ?? entry?.wallet?.address ?? "";
      const isShown = (text + words).includes(shown) || (text + words).includes(String(value));
      found[path] = { state, isCalled, isShown };
    }
    const expected = { state: states.held, isCalled: true, isShown: false };
    expect(found).toEqual(Object.fromEntries(all.map(([path]) => [path, expected])));
  },
);
