import { type Config, readConfig } from "./config.ts";
import { startRailService } from "./server.ts";
import { StartError } from "./start-error.ts";

const { config, mistakes } = readConfig(process.env);

if (config === undefined) refuse(mistakes);
else await run(config);

async function run({ token, ...options }: Config): Promise<void> {
  try {
    const companies = [{ name: "Sandbox company", token }];
    const service = await startRailService({ ...options, companies });
    console.log(`Rail service: ${service.baseUrl}`);
    process.once("SIGINT", service.stop);
    process.once("SIGTERM", service.stop);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    refuse([error.message]);
  }
}

function refuse(reasons: readonly string[]): void {
  console.error(reasons.join("\n"));
  process.exitCode = 1;
}
