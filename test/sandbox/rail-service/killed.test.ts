import { randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { addressOf, startMain } from "./rail-service-process.ts";
import {
  ACME,
  aDirectory,
  aRailService,
  as,
  issue,
  offRamp,
  onRamp,
  tokensAt,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

const KILLS = 4;
const SOON = { interval: 1, timeout: 60_000 };

const rail = z.looseObject({ metadata: z.object({ external_id: z.array(z.string()) }) });
const created = z.object({ data: rail });

/** What was asked for, and what of it was acknowledged. */
interface Noted {
  wallets: string[];
  accounts: string[];
  /** By the mark that each was asked for with, once: the answer, or null where none came. */
  rails: Map<string, unknown>;
  tokens: { token: string; revoking: "no" | "asked" | "acknowledged" }[];
}

it("loses nothing that it acknowledged, and does nothing twice, killed at any moments", async () => {
  const dataDir = await aDirectory();
  const noted: Noted = { wallets: [], accounts: [], rails: new Map(), tokens: [] };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const child = startMain({ PORT: "0", DATA_DIR: dataDir, RAIL_SERVICE_TOKEN: ACME.token });
    const baseUrl = await addressOf(child);
    const { length } = noted.tokens;
    const working = Promise.all(
      [1, 2, 3].map((worker) => work(baseUrl, noted, `${kill}.${worker}`)),
    );
    const isAtWork = expect.poll(() => noted.tokens.length, SOON).toBeGreaterThan(length);
    await Promise.race([working, isAtWork]);
    await Promise.race([working, pause(randomInt(100))]);
    child.kill("SIGKILL");
    await Promise.all([once(child, "exit"), working]);
  }

  const service = await aRailService({
    dataDir,
    companies: [{ ...ACME, name: "Sandbox company" }],
  });
  const { baseUrl } = service;
  const company = as(ACME, baseUrl);
  const rails = service.rails("Sandbox company").map((each) => rail.parse(each));
  const byMark = new Map(rails.map((each) => [each.metadata.external_id.join(), each]));
  expect(byMark.size).toBe(rails.length);
  expect([...byMark.keys()].filter((mark) => !noted.rails.has(mark))).toEqual([]);
  for (const [mark, answer] of noted.rails) {
    if (answer !== null) expect(byMark.get(mark)).toEqual(answer);
  }
  expect((await company.get("/rails")).body).toMatchObject({ meta: { total: rails.length } });

  const [inside, outside] = [[...noted.wallets], [...noted.accounts]];
  const destinations = [...inside.map((id) => onRamp(id)), ...outside.map((id) => offRamp(id))];
  const used = await Promise.all(destinations.map((body) => company.post("/rails", body)));
  expect(used.filter(({ status }) => status !== 200)).toEqual([]);

  for (const { token, revoking } of noted.tokens) {
    const { status } = await as({ token }, baseUrl).get("/rails");
    if (revoking !== "asked") expect(status).toBe(revoking === "no" ? 200 : 401);
  }
  const counts = [noted.wallets, noted.accounts, noted.tokens].map(({ length }) => length);
  expect(Math.min(...counts, rails.length)).toBeGreaterThanOrEqual(KILLS);
});

/** Asks for one thing after another, and notes what is answered, until nobody answers. */
async function work(baseUrl: string, noted: Noted, mark: string): Promise<void> {
  try {
    for (let round = 1; ; round += 1) await askForAll(baseUrl, noted, `${mark}.${round}`);
  } catch (error) {
    // What fetch throws when the connection breaks.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function askForAll(baseUrl: string, noted: Noted, mark: string): Promise<void> {
  const company = as(ACME, baseUrl);
  const create = async (body: object, railMark: string) => {
    noted.rails.set(railMark, null);
    const answer = await company.post("/rails", { ...body, metadata: [railMark] });
    noted.rails.set(railMark, created.parse(answer.body).data);
  };
  const wallet = await whitelistWallet(company);
  noted.wallets.push(wallet);
  const account = await whitelistBankAccount(company);
  noted.accounts.push(account);
  await create(onRamp(wallet), `${mark}.on`);
  await create(offRamp(account), `${mark}.off`);
  const { token } = await issue(baseUrl, `Company ${mark}`);
  noted.tokens.push({ token, revoking: "no" });
  const { id, token: brief } = await issue(baseUrl, `Company ${mark}`);
  const revoked: Noted["tokens"][number] = { token: brief, revoking: "asked" };
  noted.tokens.push(revoked);
  await tokensAt(baseUrl, "DELETE", `/${id}`);
  revoked.revoking = "acknowledged";
}
