import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { aRailService, as } from "./support.ts";

const COMMAND = fileURLToPath(
  new URL("../../../src/sandbox/rail-service/tokens/token-command.ts", import.meta.url),
);

/** The command for the service at the port. */
const commandAt = (port: number | string) => (args: string[]) =>
  new Promise<{ exitCode: unknown; out: string; error: string }>((resolve) => {
    const env = { PORT: String(port) };
    execFile(process.execPath, [COMMAND, ...args], { env }, (failure, out, error) =>
      resolve({ exitCode: failure?.code ?? 0, out, error }),
    );
  });

describe("npm run rail-service:tokens", () => {
  it("issues a token of a new company, lists it, and revokes it", async () => {
    const { baseUrl } = await aRailService({ clock: () => "2026-03-02T10:00:00.000Z" });
    const command = commandAt(new URL(baseUrl).port);

    const { out, exitCode } = await command(["issue", "Globex Ltd"]);
    const [token = "", , ...said] = out.split("\n");
    const id = /tok_\w+/.exec(out)?.[0];
    expect(exitCode).toBe(0);
    expect(said).toEqual([
      "This token of Globex Ltd is shown once: the service keeps only its hash. To revoke it:",
      `npm run rail-service:tokens -- revoke ${id}`,
      "",
    ]);
    expect((await as({ token }, baseUrl).get("/rails")).status).toBe(200);

    const line = `Globex Ltd: ${id}, ends in ${token.slice(-4)}, issued 2026-03-02T10:00:00.000Z`;
    expect(await command([])).toMatchObject({
      out: `Acme: of the configuration\nBirch: of the configuration\n${line}\n`,
    });

    expect(await command(["revoke", String(id)])).toEqual({
      exitCode: 0,
      out: `${line}, revoked 2026-03-02T10:00:00.000Z\n`,
      error: "",
    });
    expect((await as({ token }, baseUrl).get("/rails")).status).toBe(401);
  });

  it("says why nothing was done", async () => {
    const { baseUrl } = await aRailService();
    const command = commandAt(new URL(baseUrl).port);
    const refused = (error: unknown) => ({ exitCode: 1, out: "", error });

    const [blank, unknown, tooMany, other] = await Promise.all([
      command(["issue", ".."]),
      command(["revoke", "tok_../../faults"]),
      command(["issue", "Globex", "Ltd"]),
      command(["forget"]),
    ]);

    const help = refused(expect.stringMatching(/^npm run rail-service:tokens {2}.*lists/));
    expect(blank).toEqual(refused("The company field must contain a letter or a digit.\n"));
    expect(unknown).toEqual(refused("No issued token has this id.\n"));
    expect(tooMany).toEqual(help);
    expect(other).toEqual(help);
  });

  it("says what to do where no Rail service answers", async () => {
    const something = createServer((_, answer) => answer.end("<h1>Something else</h1>"));
    await new Promise<void>((resolve) => something.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void something.close());
    const { port } = something.address() as AddressInfo;

    expect(await commandAt(port)(["list"])).toEqual({
      exitCode: 1,
      out: "",
      error: `The program at port ${port} is no Rail service.\n`,
    });
    something.close();
    expect(await commandAt(port)(["issue", "Globex"])).toEqual({
      exitCode: 1,
      out: "",
      error: `No Rail service answers at port ${port}. Start it with npm run rail-service, or say its PORT.\n`,
    });
  });
});
