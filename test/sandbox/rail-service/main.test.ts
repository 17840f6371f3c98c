import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { addressOf, startMain } from "./rail-service-process.ts";
import { aDirectory, aRailService, as } from "./support.ts";

/** What a process that refuses to start says, and how it ends. */
async function refusal(env: Record<string, string>) {
  const child = startMain(env);
  const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { said, exitCode };
}

describe("npm run rail-service", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("stops on %s", async (signal) => {
    const child = startMain({ PORT: "0", DATA_DIR: await aDirectory() });
    const address = await addressOf(child);
    await as({ token: "sandbox-token" }, address).get("/rails");

    child.kill(signal);

    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("says everything that is wrong with its environment, without a stack trace", async () => {
    const env = { PORT: "http", RAIL_SERVICE_TOKEN: "two words", DATA_DIR: "" };

    expect(await refusal(env)).toEqual({
      exitCode: 1,
      said: [
        "PORT must be a whole number from 0 (any free port) to 65535.",
        "RAIL_SERVICE_TOKEN must be letters, digits and any of - . _ ~ + / with = only at the end.",
        "DATA_DIR must name a directory.",
        "",
      ].join("\n"),
    });
  });

  it.each(["65536", "-1", "4010.5", ""])("refuses the port %j", async (PORT) => {
    expect(await refusal({ PORT })).toEqual({
      exitCode: 1,
      said: expect.stringMatching(/^PORT must.*\n$/),
    });
  });

  it("says that its port is busy", async () => {
    const { port } = new URL((await aRailService()).baseUrl);

    const { said, exitCode } = await refusal({ PORT: port, DATA_DIR: await aDirectory() });

    expect(exitCode).toBe(1);
    expect(said).toBe(`Port ${port} cannot be used: another program is listening on it.\n`);
  });

  it("says that another process uses its directory", async () => {
    const dataDir = await aDirectory();
    await aRailService({ dataDir });

    const { said, exitCode } = await refusal({ PORT: "0", DATA_DIR: dataDir });

    expect(exitCode).toBe(1);
    expect(said).toMatch(/^Another Rail service is using .*\n$/);
  });
});
