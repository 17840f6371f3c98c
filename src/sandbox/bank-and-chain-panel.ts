import type { RailService } from "./rail-service/server.ts";
import type { Panel } from "./slack-workspace/panel.ts";

/** A message may list many Rails; those further down are found in the panel. */
const MOST_LINKS = 3;

/** The Rail service's page beside a workspace's conversations, where each workspace sees the company that it belongs to. */
export function bankAndChainPanel(
  rails: Pick<RailService, "pageUrl" | "railsIn">,
  companyOf: (teamId: string) => string,
): Panel {
  return {
    label: "Bank and chain",
    url: (teamId) => rails.pageUrl(companyOf(teamId)),

    linksIn(teamId, words) {
      const company = companyOf(teamId);
      const found = rails.railsIn(company, words);
      return found.slice(0, MOST_LINKS).map((id) => ({
        label: found.length === 1 ? "Pay into this Rail" : `Pay into ${id}`,
        url: rails.pageUrl(company, id),
      }));
    },
  };
}
