import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NO_PINS } from "../../../src/authority/pins.ts";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { createRailApi } from "../../../src/platform/rail-api/client.ts";
import type { WebServer } from "../../../src/platform/web/server.ts";
import { startWebServer } from "../../../src/platform/web/server.ts";
import { createSigner } from "../../../src/platform/web/signer.ts";
import { readAccess, saveWorkspace } from "../../../src/request/queries/companies.ts";
import { findSetup } from "../../../src/request/queries/setups.ts";
import type { RailService } from "../../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import type { Entered } from "../../../src/workspace/connection/enter-token.ts";
import { createSetupLinks, newSetupLink } from "../../../src/workspace/connection/setup-link.ts";
import { createTokenRoutes, tokenPageUrl } from "../../../src/workspace/connection/token-routes.ts";
import { listAudit } from "../../support/audit-of.ts";
import { ANA, NOW } from "../../support/builders.ts";
import { somePeople } from "../../support/people.ts";
import { createRowsReader } from "../../support/rows-of.ts";
import type { TestStore } from "../../support/store.ts";
import { openTestStore } from "../../support/store.ts";
import { openTokenForm } from "../../support/token-form.ts";
import { wholeDatabase } from "../../support/whole-database.ts";

const TOKEN = "acme-token-of-the-rail-service-w1x2";
const KEY = Buffer.alloc(32, 7);

let store: TestStore;
let rails: RailService;
beforeAll(async () => {
  store = await openTestStore();
  rails = await startRailService({ companies: [{ name: "Acme", token: TOKEN }] });
});
afterAll(async () => {
  await rails.stop();
  await store.close();
});

let web: WebServer;
let publicUrl: string;
let workspaceId: string;
let now: string;
let isAdministrator: boolean | null;
let offered: { name: string; baseUrl: string; environment: "sandbox" }[];
let told: Extract<Entered, { ok: true }>[];
/** As app.ts wires it, but with fewer parts of Slack. */
beforeEach(async () => {
  workspaceId = `T${randomUUID()}`;
  now = NOW;
  isAdministrator = true;
  told = [];
  offered = [{ name: "sandbox", baseUrl: rails.baseUrl, environment: "sandbox" }];
  await saveWorkspace(store.db, workspaceId, "Acme <b>Ltd</b>");
  const deps = {
    db: store.db,
    transaction: store.transaction,
    seal,
    pins: NO_PINS,
    draftsPerPerson: 50,
    newId: randomUUID,
    newNonce: randomUUID,
    messenger: { placeOf: async () => "ours" as const },
    people: somePeople(),
    administrators: { isAdministrator: async () => isAdministrator },
    installerOf: async () => null,
    railApiAt: createRailApi,
    offered,
    tell: async (entered: Extract<Entered, { ok: true }>) => void told.push(entered),
    ...links(),
  };
  // The address is known once it listens.
  const probe = await startWebServer({ ...PLAIN, port: 0 });
  const { port } = probe;
  await probe.stop();
  publicUrl = `http://127.0.0.1:${port}`;
  web = await startWebServer({ ...PLAIN, port, setup: createTokenRoutes({ ...deps, publicUrl }) });
});
afterEach(() => web.stop());

const seal = createSeal([KEY]);
const PLAIN = { host: "127.0.0.1", isReady: async () => true, failed: () => {} };
const links = () => ({
  links: createSetupLinks(store.db),
  signer: createSigner([KEY]),
  clock: () => now,
});

async function newLink(of = workspaceId): Promise<string> {
  const [api] = offered;
  if (!api) throw new Error("One is offered");
  const about = { workspaceId: of, userId: ANA, userName: "ana", reason: "", viewId: null, api };
  const secret = randomBytes(32).toString("base64url");
  return tokenPageUrl(publicUrl, await newSetupLink(links(), about, secret));
}

const titleOf = (html: string) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const setup = () => findSetup(store.db, workspaceId);

describe("the page on which a token is entered", () => {
  it("says whose it is, keeps what the service takes, and shows only its end", async () => {
    const url = await newLink();
    const { response, text, send } = await openTokenForm(url);
    expect(response.status).toBe(200);
    expect(text).toContain("Acme &lt;b&gt;Ltd&lt;/b&gt;");
    expect(text).toContain(workspaceId);
    expect(text).toContain(rails.baseUrl);
    expect(text).toContain("@ana");

    const sent = await send(`  ${TOKEN}\n`);
    const answer = await sent.text();
    expect([sent.status, titleOf(answer)]).toEqual([200, "The token is kept"]);
    expect(answer).toContain("w1x2");
    expect(answer).not.toContain(TOKEN);
    expect(told).toHaveLength(1);
    const { connection } = await setup();
    expect(connection).toMatchObject({ baseUrl: rails.baseUrl, name: "sandbox", lastFour: "w1x2" });
    const access = await readAccess(store.db, seal, workspaceId, connection?.id ?? "");
    expect(access.token).toBe(TOKEN);
    const audit = await listAudit(store.db, workspaceId);
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([["connection-set", ANA]]);
    expect(await wholeDatabase(store.db)).not.toContain(TOKEN);
    expect(await wholeDatabase(store.db)).not.toContain(url.split("/").at(-1)?.split(".")[0]);
  });

  it("is kept by nobody, stands in no frame, and loads nothing", async () => {
    const url = await newLink();
    const { response, text, send } = await openTokenForm(url);
    const pages = [response, await send("wrong-token"), await fetch(`${url}x`), await send(TOKEN)];
    for (const { headers } of pages) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-frame-options")).toBe("DENY");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*/);
    }
    expect(text).not.toMatch(/<(script|link|img)/);
    const cookie = response.headers.get("set-cookie") ?? "";
    for (const part of ["__Host-", "Secure", "HttpOnly", "SameSite=Strict", "Path=/"]) {
      expect(cookie).toContain(part);
    }
  });

  it("uses nothing up by being opened, however often, and by whatever looks ahead", async () => {
    const url = await newLink();
    for (const method of ["GET", "HEAD", "GET"]) {
      expect((await fetch(url, { method })).status).toBe(200);
    }
    const { send } = await openTokenForm(url);
    expect((await send(TOKEN)).status).toBe(200);
  });

  it("takes one token, of two at the same moment and of two after each other", async () => {
    const { send } = await openTokenForm(await newLink());
    const answers = await Promise.all([send(TOKEN), send(TOKEN), send(TOKEN)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);

    // However near to each other they come: it is one statement.
    await newLink();
    const kept = createSetupLinks(store.db);
    const { hash } = await store.db
      .selectFrom("setup_links")
      .select("hash")
      .where("workspace_id", "=", workspaceId)
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow();
    const taken = await Promise.all([1, 2, 3].map(() => kept.take(hash, now, 10)));
    expect(taken.filter((isTaken) => isTaken)).toEqual([true]);

    const late = await send(TOKEN);
    expect([late.status, titleOf(await late.text())]).toEqual([410, "This link is used up"]);
    expect((await listAudit(store.db, workspaceId)).length).toBe(1);
  });

  it.each([
    ["", "No token was entered."],
    ['"acme-token-1234"', "quotation marks"],
    ["Bearer acme-token-1234", "begins with Bearer"],
    ["acme token 1234", "a space or a line break"],
    ["acme\u200Btoken-1234", "characters that no token has"],
    ["<script>alert(1)</script>", "does not accept this token"],
    ["x".repeat(5_000), "far too long"],
    ["another-companys-token", "does not accept this token"],
  ])("says what is wrong with %j, and stays good for the right one", async (wrong, why) => {
    const { send } = await openTokenForm(await newLink());

    const refused = await send(wrong);
    const answer = await refused.text();
    expect(refused.status).toBe(422);
    expect(answer).toContain(why);
    if (wrong !== "") expect(answer).not.toContain(wrong);
    expect((await setup()).connection).toBeNull();

    expect((await send(TOKEN)).status).toBe(200);
  });

  it("is closed to a body that nobody types", async () => {
    const { send } = await openTokenForm(await newLink());
    expect((await send("x".repeat(100_000))).status).toBe(413);
  });

  it("is over after ten minutes", async () => {
    const url = await newLink();
    const { send } = await openTokenForm(url);
    now = new Date(Date.parse(NOW) + 600_000).toISOString();

    for (const answer of [await send(TOKEN), await fetch(url)]) {
      expect([answer.status, titleOf(await answer.text())]).toEqual([410, "This link has expired"]);
    }
    expect((await setup()).connection).toBeNull();
  });

  it("opens by no link that is not ours to the letter, and asks the database about none", async () => {
    const url = await newLink();
    const [, , , , , carried = ""] = url.split("/");
    const [secret = "", signature = ""] = carried.split(".");
    const other = (await newLink()).split("/").at(-1)?.split(".")[1] ?? "";
    for (const changed of [
      secret,
      `${secret}.`,
      `${secret}x.${signature}`,
      `${secret}.${other}`,
      ".",
    ]) {
      const answer = await fetch(tokenPageUrl(publicUrl, changed));
      expect([changed, answer.status]).toEqual([changed, 404]);
    }
  });

  it("takes no form but its own: of this browser, for this link, from this page", async () => {
    const one = await openTokenForm(await newLink());
    const another = await openTokenForm(await newLink());
    const sameBrowser = await openTokenForm(await newLink(), { cookie: one.cookie });
    expect(sameBrowser.cookie).toBe(one.cookie);
    const forged = [
      one.send(TOKEN, { withCookie: "" }),
      one.send(TOKEN, { withCookie: another.cookie }),
      one.send(TOKEN, { withForm: "" }),
      one.send(TOKEN, { withForm: sameBrowser.form }),
      one.send(TOKEN, { origin: "https://evil.example" }),
      one.send(TOKEN, { site: "cross-site" }),
      one.send(TOKEN, { origin: "null", site: "" }),
      one.send(TOKEN, { origin: "", site: "" }),
    ];
    for (const answer of await Promise.all(forged)) {
      expect([answer.status, titleOf(await answer.text())]).toEqual([
        403,
        "This did not come from our page",
      ]);
    }
    expect((await setup()).connection).toBeNull();
    // As browsers send it under no-referrer.
    expect((await one.send(TOKEN, { origin: "null" })).status).toBe(200);
  });

  it.each([
    [false, 403, "You may no longer set this workspace up"],
    [null, 503, "Slack did not answer"],
  ])("looks once more who asked for it, when the token comes (%s)", async (is, status, title) => {
    const { send } = await openTokenForm(await newLink());
    isAdministrator = is;

    const refused = await send(TOKEN);
    expect([refused.status, titleOf(await refused.text())]).toEqual([status, title]);
    expect((await setup()).connection).toBeNull();

    isAdministrator = true;
    expect((await send(TOKEN)).status).toBe(200);
  });

  it("goes nowhere where the operator lists another address by now", async () => {
    const { send } = await openTokenForm(await newLink());
    offered.splice(0, 1, {
      name: "sandbox",
      baseUrl: "http://127.0.0.1:9/api/v1",
      environment: "sandbox",
    });

    const refused = await send(TOKEN);
    expect([refused.status, titleOf(await refused.text())]).toEqual([
      410,
      "This connection is no longer offered",
    ]);
  });

  it("ends after ten tries", async () => {
    const { send } = await openTokenForm(await newLink());
    for (let tries = 0; tries < 10; tries += 1)
      expect((await send("wrong-token")).status).toBe(422);

    const refused = await send(TOKEN);
    expect([refused.status, titleOf(await refused.text())]).toEqual([
      410,
      "This link was tried too often",
    ]);
  });
});

describe("a link of one workspace", () => {
  it("does nothing in another, however the parts of both are put together", async () => {
    const other = `T${randomUUID()}`;
    await saveWorkspace(store.db, other, "Globex");
    const links = [await newLink(), await newLink(other)] as const;
    const first = { link: 0, ...(await openTokenForm(links[0])) };
    const second = { link: 1, ...(await openTokenForm(links[1])) };
    const inTheSameBrowser = {
      link: 1,
      ...(await openTokenForm(links[1], { cookie: first.cookie })),
    };
    const pages = [first, second, inTheSameBrowser];
    const parts = links.map((url) => (url.split("/").at(-1) ?? "").split("."));
    const reader = await createRowsReader(store.db);
    const rows = async () => [await reader.of(workspaceId), await reader.of(other)];
    const before = await rows();
    const which = fc.constantFrom(0, 1);
    const page = fc.constantFrom(...pages);
    const written = fc.constantFrom("", "", "", workspaceId, `${other}.`);
    const mixed = fc.record({ secret: which, signature: which, form: page, cookie: page, written });

    await fc.assert(
      fc.asyncProperty(mixed, async ({ secret, signature, form, cookie: { cookie }, written }) => {
        const isLink = written === "" && secret === signature;
        fc.pre(!(isLink && form.link === secret && form.cookie === cookie));
        const carried = `${written}${parts[secret]?.[0]}.${parts[signature]?.[1]}`;
        const to = tokenPageUrl(publicUrl, carried);

        const { status } = await first.send(TOKEN, { to, withCookie: cookie, withForm: form.form });

        expect(status).toBe(isLink ? 403 : 404);
        if (!isLink) expect((await fetch(to)).status).toBe(404);
        expect(await rows()).toEqual(before);
      }),
      { numRuns: 120 },
    );

    expect((await inTheSameBrowser.send(TOKEN)).status).toBe(200);
    const [ofAcme, ofGlobex] = await rows();
    expect(ofAcme).toEqual(before[0]);
    expect(ofGlobex).not.toEqual(before[1]);
    expect(told.map(({ link }) => link.workspaceId)).toEqual([other]);
  });
});
