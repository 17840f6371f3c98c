import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/sandbox/rail-service/config.ts";
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

  it.each(["65536", "-1", "4010.5", ""])("refuses the port %j", (PORT) => {
    expect(readConfig({ PORT }).mistakes).toEqual([expect.stringMatching(/^PORT must be .*\.$/)]);
  });

  it("says that another process uses its directory", async () => {
    const dataDir = await aDirectory();
    await aRailService({ dataDir });

    const { said, exitCode } = await refusal({ PORT: "0", DATA_DIR: dataDir });

    expect(exitCode).toBe(1);
    expect(said).toMatch(/^Another Rail service is using .*\n$/);
  });
});
