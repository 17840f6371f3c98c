import { expect, it } from "vitest";
import { z } from "zod";
import {
  ACME,
  aRailService,
  as,
  BIRCH,
  type Caller,
  issue,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

const ends = z.object({
  bank_account: z.object({ id: z.string(), iban: z.string() }).optional(),
  wallet: z.object({ id: z.string(), address: z.string() }).optional(),
});
const answered = z.object({
  data: z.object({ id: z.string(), source: ends, destination: ends }),
});

/** Every id that a company has been given, by what it stands for. */
async function belongings(caller: Caller, reference: string) {
  const [wallet, account] = [await whitelistWallet(caller), await whitelistBankAccount(caller)];
  const create = async (body: object) => {
    const { body: rail } = await caller.post("/rails", { ...body, metadata: [reference] });
    return answered.parse(rail).data;
  };
  const [on, off] = [await create(onRamp(wallet)), await create(offRamp(account))];
  return {
    wallet,
    account,
    onRampRail: on.id,
    offRampRail: off.id,
    virtualAccount: String(on.source.bank_account?.id),
    dedicatedWallet: String(off.source.wallet?.id),
  };
}

/** Everything of the documented interface that takes an id, with this one. */
const USES: Record<string, (caller: Caller, id: string) => ReturnType<Caller["get"]>> = {
  "GET /rails/{rail}": (caller, id) => caller.get(`/rails/${id}`),
  "POST /rails into a wallet": (caller, id) => caller.post("/rails", onRamp(id)),
  "POST /rails into a bank account": (caller, id) => caller.post("/rails", offRamp(id)),
};

/** All that an answer says, but for when. */
async function told(answer: ReturnType<Caller["get"]>) {
  const { status, body, headers } = await answer;
  return { status, body, headers: [...headers].filter(([name]) => name !== "date") };
}

it("makes whatever is another company's as unknown as what is nobody's", async () => {
  const { baseUrl, rails } = await aRailService();
  // The last two are of one company, whose token is not the one that it began with.
  const companies = [ACME, BIRCH, await issue(baseUrl, "Globex"), await issue(baseUrl, "Globex")];
  const all = await Promise.all(
    companies.slice(0, 3).map(async (company) => ({
      name: company.name,
      owned: await belongings(as(company, baseUrl), company.name),
    })),
  );

  for (const company of companies) {
    const caller = as(company, baseUrl);
    for (const { name, owned } of all.filter((each) => each.name !== company.name)) {
      for (const [what, id] of Object.entries(owned)) {
        const nobodys = id.replace(/.{24}$/, "0123456789abcdef01234567");
        for (const [use, call] of Object.entries(USES)) {
          const answer = await told(call(caller, id));
          const where = `${use} by ${company.name} with the ${what} of ${name}`;
          expect(answer, where).toEqual(await told(call(caller, nobodys)));
          expect(answer.status, where).toBe(use.startsWith("GET") ? 404 : 422);
        }
      }
    }
  }

  for (const company of companies) {
    const { owned } = all.find(({ name }) => name === company.name) ?? {};
    const list = await as(company, baseUrl).get("/rails");
    const own = [owned?.onRampRail, owned?.offRampRail].map((id) => ({
      id,
      metadata: { external_id: [company.name] },
    }));
    expect(list.body).toMatchObject({ data: own, meta: { total: 2 } });
    expect(rails(company.name)).toHaveLength(2);
    const others = all.filter(({ name }) => name !== company.name);
    const foreign = others.flatMap(({ name, owned }) => [name, ...Object.values(owned)]);
    expect(foreign.filter((each) => JSON.stringify(list.body).includes(each))).toEqual([]);
  }
});

it("makes no difference to a company's own ids, also of its other token", async () => {
  const { baseUrl } = await aRailService();
  const [one, other] = [await issue(baseUrl, "Globex"), await issue(baseUrl, "Globex")];
  const { wallet, account, onRampRail } = await belongings(as(one, baseUrl), "Globex");

  const caller = as(other, baseUrl);
  const statuses = [
    await caller.get(`/rails/${onRampRail}`),
    await caller.post("/rails", onRamp(wallet)),
    await caller.post("/rails", offRamp(account)),
  ].map(({ status }) => status);

  expect(statuses).toEqual([200, 200, 200]);
});
