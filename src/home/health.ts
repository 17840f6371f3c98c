import { header, context as small } from "../platform/slack/blocks/blocks.ts";
import { bold, type Line, richText } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { accountText } from "../request/card/facts.ts";
import { admitInspector } from "../request/forms/admit.ts";
import type { Command } from "../request/forms/surface.ts";
import { type Findings, troubleFindings } from "./health-findings.ts";
import { LINES } from "./health-lines.ts";

/** Works whatever is broken: each line looks for itself, and says what it could not find out. */
export const healthCommand: Command = {
  ...{ name: "health", usage: "", says: "System status and fixes (approvers, administrators)" },
  async open(act) {
    const { context } = act;
    const { workspace } = act.delivery;
    const asking = await admitInspector(act, "health");
    if (!asking.ok) return asking;
    const { ground } = asking;
    const parts = await Promise.all(
      Object.entries(LINES).map(async ([label, look]): Promise<Part> => {
        try {
          return [label, await look({ context, workspace, ground })];
        } catch (error) {
          context.log.warn({ err: error }, "health cannot look at something");
          return [label, troubleFindings(error)];
        }
      }),
    );
    const { team } = await context.self(workspace);
    const environment = ground?.connection?.environment;
    return healthMessage(parts, environment ? accountText(team, environment) : team);
  },
};

export type Part = readonly [label: string, findings: Findings];

/** A line for each fault, and one for each part without. */
export function healthMessage(parts: readonly Part[], account: string): Message {
  const faulty = parts.filter(([, findings]) => findings.some(([sign]) => sign !== "✅")).length;
  const title =
    faulty === 0
      ? "No problem found"
      : `${faulty} of ${parts.length} checks ${faulty === 1 ? "needs" : "need"} attention`;
  const lines = parts.flatMap(([label, findings]) =>
    findings.map(([sign, says]): Line => [`${sign} `, bold(label), ": ", ...says]),
  );
  return message(title, header(title), richText(...lines), small(account));
}
