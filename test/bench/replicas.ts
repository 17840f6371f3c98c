import { startCompany } from "../campaign/company.ts";
import type { Figure } from "./figure.ts";
import type { Throughput } from "./throughput.ts";
import { clicksPerSecond, creationsPerSecond, told } from "./throughput.ts";

const CLICKS = 2_000;
const CREATIONS = 30;

/**
 * Acknowledged clicks and created Rails a second, of two processes on one PostgreSQL, beside one. Where the machine is busy
 * throughout, it is what limits: the load, Slack, the Rail service and PostgreSQL stand on the same cores.
 */
export async function replicas(postgresUrl: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, measure, count } of MEASURES) {
    const [one, two] = [
      await measured(postgresUrl, 1, (company) => measure(company, count)),
      await measured(postgresUrl, 2, (company) => measure(company, count)),
    ];
    figures.push({
      what: `${what} by two replicas`,
      measured: told(two),
      baseline: `one: ${told(one)}`,
      ratio: two.perSecond / one.perSecond,
      aim: "≥ 1.8 where cores allow",
    });
  }
  return figures;
}

const MEASURES = [
  { what: "Clicks acknowledged", measure: clicksPerSecond, count: CLICKS },
  { what: "Rails created", measure: creationsPerSecond, count: CREATIONS },
];

async function measured(
  postgresUrl: string,
  bots: number,
  measure: (company: Awaited<ReturnType<typeof startCompany>>) => Promise<Throughput>,
): Promise<Throughput> {
  const company = await startCompany({ postgresUrl, bots });
  try {
    return await measure(company);
  } finally {
    await company.stop();
  }
}
