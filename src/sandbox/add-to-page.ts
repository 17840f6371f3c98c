import { railFaults } from "./rail-service/rail-faults.ts";
import type { RailService } from "./rail-service/server.ts";
import type { TourStep } from "./slack-workspace/page-routes/panel.ts";
import { ANA, APPROVALS, BEN, TREASURY } from "./slack-workspace/seed.ts";
import type { SlackWorkspace } from "./slack-workspace/server.ts";

export const COMPANY = "Acme";

/** The Rail service's page and faults beside the conversations. */
export function addToPage(slack: SlackWorkspace, rails: RailService): void {
  slack.show({
    faults: railFaults(rails, COMPANY),
    panel: {
      label: "Bank and chain",
      url: rails.pageUrl(COMPANY),
      linksIn(words) {
        const found = words.includes("Do not pay") ? [] : rails.railsIn(COMPANY, words);
        // A message may name many Rails.
        return found.slice(0, 3).map((id) => ({
          label: `Pay into ${found.length === 1 ? "this Rail" : id}`,
          url: rails.pageUrl(COMPANY, id),
        }));
      },
    },
  });
}

/** For a first visit. */
export function tourWith(command: string): TourStep[] {
  const asAna = { label: "Be Ana in #treasury", person: ANA, channel: TREASURY };
  const asBen = { label: "Be Ben among the approvers", person: BEN, channel: APPROVALS };
  return [
    { ...asAna, text: `As Ana, request a Rail: send ${command} new.`, typed: `${command} new` },
    { ...asBen, text: "As Ben and then as Cal, choose Review. Your records: Bank and chain." },
    { ...asAna, text: "As Ana again, choose Pay into this Rail, and send a deposit." },
  ];
}
