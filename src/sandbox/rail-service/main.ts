import { type Config, readConfig } from "./config.ts";
import { startRailService } from "./server.ts";
import { StartError } from "./start-error.ts";

const { config, mistakes } = readConfig(process.env);

if (config === undefined) refuse(mistakes);
else await run(config);

async function run({ token, ...options }: Config): Promise<void> {
  try {
    const companies = [{ name: "Sandbox company", token }] as const;
    const service = await startRailService({ ...options, companies });
    const [{ name }] = companies;
    console.log(`Rail service: ${service.baseUrl}\nBank and chain: ${service.pageUrl(name)}`);
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
