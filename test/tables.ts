import { GAUGES } from "../src/capabilities.ts";
import { SECRETS, SETTINGS } from "../src/config/settings.ts";
import { createMetrics } from "../src/platform/metrics/metrics.ts";

/** The table in each document that is printed from a list in `src`. */
export const TABLES: Record<string, () => Promise<string>> = {
  "docs/configuration.md": async () =>
    table(
      ["Variable", "Default", "What it is"],
      [
        ...Object.entries(SETTINGS).map(([name, { says, default: text, usual }]) => [
          code(name),
          usual ?? (text === undefined ? "" : code(text)),
          says,
        ]),
        [
          "The name of a secret with `_FILE` behind it",
          "",
          `A file that holds the secret, as containers mount them. There is one for ${SECRETS.map(code).join(", ")}. Both at once, or a file that is empty or cannot be read, stop the start`,
        ],
      ],
    ),

  async "docs/operations.md"() {
    const { registry } = createMetrics();
    const measured = (await registry.getMetricsAsJSON()).map((metric) => ({
      ...metric,
      labels: labelsOf(registry.getSingleMetric(metric.name)),
    }));
    const counted = GAUGES.map((gauge) => ({ ...gauge, type: "gauge" }));
    return table(
      ["Metric", "Type", "Labels", "What it is"],
      [...counted, ...measured].map(({ name, type, labels, help }) => [
        code(name),
        String(type),
        labels.map(code).join(", "),
        help.replace(/\.$/, ""),
      ]),
    );
  },
};

/** The text of a document with its table printed anew between the marks. */
export async function withTable(path: string, text: string): Promise<string> {
  const mark = "<!-- printed by npm run tables -->\n";
  const [before = "", rest = ""] = text.split(mark);
  const end = rest.indexOf("<!-- end -->");
  if (end < 0) throw new Error(`${path} has no mark for its table`);
  return `${before}${mark}${await TABLES[path]?.()}${rest.slice(end)}`;
}

const code = (text: string) => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |\n`.replaceAll("|  |", "| |")).join("");
}

/** The library keeps them to itself, and knows them for each metric. */
function labelsOf(metric: object | undefined): readonly string[] {
  return metric && "labelNames" in metric && Array.isArray(metric.labelNames)
    ? metric.labelNames
    : [];
}
