import { randomBytes } from "node:crypto";
import type { KyselyPlugin } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { reseal, SEALED } from "../../../src/platform/database/reseal.ts";
import type { Seal } from "../../../src/platform/database/seal.ts";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { readAccess } from "../../../src/request/queries/companies.ts";
import { createInstallations } from "../../../src/workspace/install/create-installations.ts";
import { anInstallation, anOrgInstallation } from "../../support/an-installation.ts";
import { NOW } from "../../support/builders.ts";
import { saveCurrentConnection } from "../../support/set-up.ts";
import type { Company, Subject } from "./subject.ts";

const [older, newer] = [randomBytes(32), randomBytes(32)];
const underOlder = createSeal([older]);
const underNewer = createSeal([newer]);
const rotated = createSeal([newer, older]);
const AT = "2026-03-02T10:00:00.000Z";
const renewal = { refreshToken: "xoxe-1-canary", expiresAt: "2026-03-02T22:00:00.000Z" };
/** Fewer than there are. */
const AT_ONCE = 2;
const ROTATION = { what: "another-key", listed: [] } as const;

export function resealingContract(on: () => Subject): void {
  let companies: Company[];
  const save = (seal: Seal, { workspaceId, connection }: Company, token: string) =>
    saveCurrentConnection(on().database.db, seal, workspaceId, connection, token, NOW);
  const tokenOf = async (seal: Seal, { workspaceId, connection }: Company) =>
    (await readAccess(on().database.db, seal, workspaceId, connection.id)).token;
  const run = (seal = rotated) => reseal(on().database.db, seal, { ...ROTATION, batch: AT_ONCE });

  beforeEach(async () => {
    // What other tests have sealed is no matter here.
    const sealed_token = rotated.prefix;
    await on().database.db.updateTable("connections").set({ sealed_token }).execute();
    await on().database.db.deleteFrom("slack_installations").execute();
    companies = [];
    for (let count = 0; count < 5; count += 1) {
      const company = await on().company();
      await save(underOlder, company, `token of ${company.workspaceId}`);
      companies.push(company);
    }
  });

  it("stand in no column that is not sealed anew", async () => {
    const tables = await on().database.db.introspection.getTables();
    const columns = tables.flatMap(({ name: table, columns }) =>
      columns
        .filter(({ name }) => name.startsWith("sealed_"))
        .map(({ name }) => `${table}.${name}`),
    );

    expect(SEALED.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(columns.sort());
  });

  it("are all under the first key afterwards, and need no other", async () => {
    expect(await run()).toEqual({ resealed: 5, closed: [] });

    for (const company of companies) {
      expect(await tokenOf(underNewer, company)).toBe(`token of ${company.workspaceId}`);
    }
    expect(await run()).toEqual({ resealed: 0, closed: [] });
  });

  it("are resealed for installations, bot and refresh token, and a removed token stays removed", async () => {
    const { db } = on().database;
    const [one, two] = [anInstallation("T_SEALED", { renewal }), anOrgInstallation("E_SEALED")];
    for (const each of [one, two]) await createInstallations(db, underOlder).save(each, AT);
    const [{ workspaceId }] = companies as [Company];
    const removed = { sealed_token: "" };
    await db
      .updateTable("connections")
      .set(removed)
      .where("workspace_id", "=", workspaceId)
      .execute();

    expect(await run()).toEqual({ resealed: 4 + 3, closed: [] });

    const { find } = createInstallations(db, underNewer);
    expect(await find(one.id)).toMatchObject({ ...one, version: 1 });
    expect(await find(two.id)).toMatchObject(two);
    expect(
      await db
        .selectFrom("connections")
        .select("sealed_token")
        .where("workspace_id", "=", workspaceId)
        .execute(),
    ).toEqual([removed]);
  });

  it("open with both keys after a run that ended in the middle, and the next run does the rest", async () => {
    let opened = 0;
    const ending: Seal = {
      ...rotated,
      open(...sealed) {
        opened += 1;
        if (opened === 4) throw new Error("Killed");
        return rotated.open(...sealed);
      },
    };
    await expect(run(ending)).rejects.toThrow("Killed");

    for (const company of companies) {
      expect(await tokenOf(rotated, company)).toBe(`token of ${company.workspaceId}`);
    }
    expect(await run()).toEqual({ resealed: 2, closed: [] });
  });

  it.each([
    { how: "an older key", by: underOlder, resealed: 5 },
    { how: "the first key", by: underNewer, resealed: 4 },
  ])("that a replica saves with $how meanwhile stay as they are", async ({ by, resealed }) => {
    const [company] = companies as [Company];
    let isSaved = false;
    const meanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isSaved && result.rows.length > 0) {
          isSaved = true;
          await save(by, company, "a new token");
        }
        return result;
      },
    };

    const db = on().database.db.withPlugin(meanwhile);
    expect(await reseal(db, rotated, ROTATION)).toEqual({ resealed, closed: [] });

    expect(await tokenOf(underNewer, company)).toBe("a new token");
  });

  it("that none of the keys opens are named and left, and the others sealed all the same", async () => {
    const [lost, ...others] = companies as [Company, ...Company[]];
    const unknown = createSeal([randomBytes(32)]);
    await save(unknown, lost, "a lost token");

    const closed = [{ table: "connections", workspaceId: lost.workspaceId }];
    expect(await run()).toEqual({ resealed: 4, closed });

    expect(await tokenOf(unknown, lost)).toBe("a lost token");
    for (const company of others) await tokenOf(underNewer, company);
  });
}
