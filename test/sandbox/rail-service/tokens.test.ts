import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import { ACME, aDirectory, aRailService, as, createRails, issue, tokensAt } from "./support.ts";

describe("a token that is issued", () => {
  it("is its company's, whether the company is new or not", async () => {
    const { baseUrl } = await aRailService();
    const [rail] = await createRails(as(ACME, baseUrl), 1);

    const [old, fresh] = [await issue(baseUrl, "Acme"), await issue(baseUrl, "Globex")];

    expect((await as(old, baseUrl).get("/rails")).body).toMatchObject({ data: [{ id: rail }] });
    expect((await as(fresh, baseUrl).get("/rails")).body).toMatchObject({ data: [] });
    expect(await createRails(as(fresh, baseUrl), 1)).toHaveLength(1);
  });

  it("is one of several of its company, each alone", async () => {
    const { baseUrl } = await aRailService();
    const [one, other] = [await issue(baseUrl, "Globex"), await issue(baseUrl, "Globex")];

    await tokensAt(baseUrl, "DELETE", `/${one.id}`);

    expect(one.token).not.toBe(other.token);
    expect((await as(one, baseUrl).get("/rails")).status).toBe(401);
    expect((await as(other, baseUrl).get("/rails")).status).toBe(200);
    expect((await as(ACME, baseUrl).get("/rails")).status).toBe(200);
  });

  it("is shown once: neither the list nor what is on disk has it", async () => {
    const dataDir = await aDirectory();
    const first = await aRailService({ dataDir });
    const { token, id } = await issue(first.baseUrl, "Globex");
    const { text } = await tokensAt(first.baseUrl, "GET");
    await first.stop();

    expect(text).toContain(id);
    expect(text).not.toContain(token);
    expect(text).not.toContain(ACME.token);
    expect(await everythingIn(dataDir)).toContain(id);
    expect(await everythingIn(dataDir)).not.toContain(token);
    expect(await everythingIn(dataDir)).not.toContain(ACME.token);
  });

  it("survives a restart, and so does that it is revoked", async () => {
    const dataDir = await aDirectory();
    const first = await aRailService({ dataDir });
    const [kept, revoked] = [await issue(first.baseUrl, "A"), await issue(first.baseUrl, "B")];
    await tokensAt(first.baseUrl, "DELETE", `/${revoked.id}`);
    const list = await tokensAt(first.baseUrl, "GET");
    await first.stop();

    const { baseUrl } = await aRailService({ dataDir });

    expect(await tokensAt(baseUrl, "GET")).toEqual(list);
    expect((await as(kept, baseUrl).get("/rails")).status).toBe(200);
    expect((await as(revoked, baseUrl).get("/rails")).status).toBe(401);
  });

  it("is listed with what tells it apart, after those of the configuration", async () => {
    const { baseUrl } = await aRailService({ clock: () => "2026-03-02T10:00:00.000Z" });
    const { id, token } = await issue(baseUrl, "Globex");

    const listed = {
      id,
      company: "Globex",
      last_four: token.slice(-4),
      issued_at: "2026-03-02T10:00:00.000Z",
      revoked_at: null,
    };
    const ofConfiguration = { id: null, last_four: null, issued_at: null, revoked_at: null };
    expect((await tokensAt(baseUrl, "GET")).body).toEqual({
      data: [
        { ...ofConfiguration, company: "Acme" },
        { ...ofConfiguration, company: "Birch" },
        listed,
      ],
    });
  });
});

describe("a token that is revoked", () => {
  it("is refused from the next request on, also on a connection that was open before", async () => {
    const { baseUrl } = await aRailService();
    const { id, token } = await issue(baseUrl, "Globex");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const status = () => statusOver(agent, `${baseUrl}/rails`, token);

    const before = await status();
    await tokensAt(baseUrl, "DELETE", `/${id}`);
    const after = await status();

    expect(before).toEqual({ status: 200, isReused: false });
    expect(after).toEqual({ status: 401, isReused: true });
  });

  it("does nothing more, although its request had begun", async () => {
    const { baseUrl, calls } = await aRailService();
    const { id, token } = await issue(baseUrl, "Globex");
    const again = await issue(baseUrl, "Globex");
    const begun = request(`${baseUrl}/wallets`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    begun.write('{"name":');
    await expect.poll(() => calls()).toMatchObject([{ path: "/wallets", company: "Globex" }]);

    await tokensAt(baseUrl, "DELETE", `/${id}`);
    begun.end('"Late"}');

    const [answer] = (await once(begun, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect((await as(again, baseUrl).get("/rails")).status).toBe(200);
  });

  it("stays revoked since when it was first", async () => {
    let now = "2026-03-02T10:00:00.000Z";
    const { baseUrl } = await aRailService({ clock: () => now });
    const { id } = await issue(baseUrl, "Globex");
    const first = await tokensAt(baseUrl, "DELETE", `/${id}`);
    now = "2026-03-03T10:00:00.000Z";

    expect(await tokensAt(baseUrl, "DELETE", `/${id}`)).toEqual(first);
    expect(first.body).toMatchObject({ data: { revoked_at: "2026-03-02T10:00:00.000Z" } });
  });

  it("is none that nobody issued, nor one of the configuration", async () => {
    const { baseUrl } = await aRailService();

    for (const id of ["tok_0", ACME.token, "Acme", "null", "%00"]) {
      expect(await tokensAt(baseUrl, "DELETE", `/${id}`)).toMatchObject({ status: 404 });
    }
    expect((await as(ACME, baseUrl).get("/rails")).status).toBe(200);
  });

  it.each([ACME.name, "Globex"])(
    "cannot come back by the configuration of %s, and neither can one that is not revoked",
    async (name) => {
      const dataDir = await aDirectory();
      const first = await aRailService({ dataDir });
      const [kept, revoked] = [
        await issue(first.baseUrl, "Globex"),
        await issue(first.baseUrl, "Globex"),
      ];
      await tokensAt(first.baseUrl, "DELETE", `/${revoked.id}`);
      await first.stop();

      for (const { token, id } of [kept, revoked]) {
        const start = startRailService({ dataDir, companies: [{ name, token }] });
        const message = expect.stringContaining(`is ${id}, which was issued to Globex.`);
        await expect(start).rejects.toMatchObject({ code: "token-repeated", message });
      }
      await expect(aRailService({ dataDir })).resolves.toBeDefined();
    },
  );
});

describe("POST /sandbox/tokens", () => {
  it.each([
    ["nothing", {}],
    ["null", { company: null }],
    ["a number", { company: 7 }],
    ["blanks", { company: "  " }],
    ["a name that begins with a blank", { company: " Globex" }],
    ["a name that cannot stand in an address", { company: ".." }],
    ["a line break", { company: "Globex\nAcme" }],
    ["what moves the cursor of a terminal", { company: "Globex\u001b[2K" }],
    ["256 characters", { company: "G".repeat(256) }],
  ])("refuses %s as a company", async (_, body) => {
    const { baseUrl } = await aRailService();

    const answer = await tokensAt(baseUrl, "POST", "", body);

    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { company: expect.any(Array) } },
    });
    expect((await tokensAt(baseUrl, "GET")).body).toMatchObject({ data: [{}, {}] });
  });

  it.each([
    "Müller & Söhne",
    "株式会社",
    "O'Neil; DROP TABLE tokens",
    "a/b?c#d",
    "🏦 7",
    "G".repeat(255),
  ])("takes %s", async (company) => {
    const { baseUrl } = await aRailService();

    const { token } = await issue(baseUrl, company);

    expect((await as({ token }, baseUrl).get("/rails")).status).toBe(200);
    expect((await tokensAt(baseUrl, "GET")).text).toContain(JSON.stringify(company));
  });
});

describe("what is beside the documented interface", () => {
  it.each([
    ["a name that leads here", { host: "rails.example" }],
    ["a foreign page", { origin: "https://evil.example" }],
    ["a page of another port", { origin: "http://127.0.0.1:1" }],
    ["a page in a frame without an origin", { origin: "null" }],
  ])("answers nothing to %s", async (_, headers) => {
    const { baseUrl } = await aRailService();
    const paths = ["GET /sandbox/tokens", "POST /sandbox/tokens", "DELETE /sandbox/tokens/tok_0"];

    for (const what of [...paths, "POST /sandbox/faults", "DELETE /sandbox/faults"]) {
      const [method = "", path = ""] = what.split(" ");
      const asked = request(new URL(path, baseUrl), { method, headers });
      asked.end(method === "POST" ? '{"company":"Globex"}' : undefined);
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      answer.resume();
      expect({ what, status: answer.statusCode }).toEqual({ what, status: 403 });
    }
    expect((await tokensAt(baseUrl, "GET")).body).toMatchObject({ data: [{}, {}] });
  });
});

/** Over the one connection that the agent keeps. */
async function statusOver(agent: Agent, url: string, token: string) {
  const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  await text(answer);
  return { status: answer.statusCode, isReused: asked.reusedSocket };
}

async function everythingIn(directory: string): Promise<string> {
  const files = await readdir(directory);
  const contents = await Promise.all(
    files.map((file) => readFile(join(directory, file), "latin1")),
  );
  return contents.join("");
}
