import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import {
  ACME,
  aDirectory,
  aRailService,
  as,
  createRails,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

describe("the state of the service", () => {
  it("survives a restart: Rails as they were, destinations still whitelisted", async () => {
    const dataDir = await aDirectory();
    const first = await aRailService({ dataDir });
    const before = as(ACME, first.baseUrl);
    const [walletId, accountId] = [
      await whitelistWallet(before),
      await whitelistBankAccount(before),
    ];
    await before.post("/rails", onRamp(walletId));
    await before.post("/rails", offRamp(accountId, "ETHEREUM_SEPOLIA"));
    const rails = first.rails("Acme");
    await first.stop();

    const second = await aRailService({ dataDir });
    const after = as(ACME, second.baseUrl);

    expect(rails).toHaveLength(2);
    expect(second.rails("Acme")).toEqual(rails);
    expect((await after.post("/rails", onRamp(walletId))).status).toBe(200);
    expect((await after.post("/rails", offRamp(accountId))).status).toBe(200);
  });

  it("is forgotten with the service where no directory is given", async () => {
    const first = await aRailService();
    await createRails(as(ACME, first.baseUrl), 1);
    await first.stop();

    expect((await aRailService()).rails("Acme")).toEqual([]);
  });

  it("belongs to one service at a time", async () => {
    const dataDir = await aDirectory();
    const first = await aRailService({ dataDir });

    const second = startRailService({ dataDir, companies: [ACME] });

    await expect(second).rejects.toMatchObject({
      code: "data-dir-in-use",
      message: expect.stringContaining(dataDir),
    });
    expect((await as(ACME, first.baseUrl).get("/rails")).status).toBe(200);
  });

  it("is refused where the directory is a file", async () => {
    const dataDir = join(await aDirectory(), "file");
    await writeFile(dataDir, "");

    await expect(startRailService({ dataDir, companies: [] })).rejects.toMatchObject({
      code: "data-dir-unusable",
    });
  });

  it("is refused where the file is no database", async () => {
    const dataDir = await aDirectory();
    await writeFile(join(dataDir, "rail-service.sqlite"), "not a database".repeat(100));

    await expect(startRailService({ dataDir, companies: [] })).rejects.toMatchObject({
      code: "data-dir-unusable",
    });
  });

  it("is refused when a newer service wrote it", async () => {
    const dataDir = await aDirectory();
    const database = new DatabaseSync(join(dataDir, "rail-service.sqlite"));
    database.exec("PRAGMA user_version = 99");
    database.close();

    await expect(startRailService({ dataDir, companies: [] })).rejects.toMatchObject({
      message: "The data was written by a newer Rail service.",
    });
  });
});

describe("starting and stopping", () => {
  it("rejects when the port is busy, and lets the directory go", async () => {
    const dataDir = await aDirectory();
    const port = Number(new URL((await aRailService()).baseUrl).port);

    await expect(startRailService({ port, dataDir, companies: [] })).rejects.toMatchObject({
      code: "port-unusable",
      message: `Port ${port} cannot be used: another program is listening on it.`,
    });
    await expect(aRailService({ dataDir })).resolves.toBeDefined();
  });

  it("ends at once, with silent connections open and an answer delayed by an hour", async () => {
    const service = await aRailService();
    const { port } = new URL(service.baseUrl);
    const silent = connect(Number(port), "127.0.0.1");
    silent.on("error", () => {});
    const company = as(ACME, service.baseUrl);
    await company.get("/rails");
    service.faults.add({ operation: "GET /rails", fault: { kind: "delay", ms: 3_600_000 } });
    const delayed = company.get("/rails");
    delayed.catch(() => {});
    await expect.poll(() => service.calls().length).toBe(2);

    await service.stop();

    await expect(delayed).rejects.toThrow();
  });

  it("may be stopped twice", async () => {
    const service = await aRailService();

    await Promise.all([service.stop(), service.stop()]);
    await service.stop();
  });
});
