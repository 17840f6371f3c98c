import { contradictionOf, readKnown, registeredIn } from "../destination/known.ts";
import type { Db } from "../platform/database/db.ts";
import { valueKey } from "../platform/payment-details/destination-value.ts";
import { networkName } from "../platform/payment-details/network-name.ts";
import type { Rail } from "../platform/rail-api/rail.ts";
import { bold, code, section } from "../platform/slack/blocks/rich-text.ts";
import { present } from "../platform/slack/blocks/text.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import {
  LONGEST_REASON,
  placeOf,
  placeText,
  saidLines,
  trustText,
} from "../request/card/change-lines.ts";
import type { Kind } from "../request/engine/context.ts";
import { fieldName } from "../request/forms/reasons.ts";
import { valueParagraphs } from "../request/forms/review-blocks.ts";
import { changedFields } from "../request/rules/attest.ts";
import { isOfKind } from "../request/rules/content.ts";
import type { Request } from "../request/rules/request.ts";
import { readRail, type Service, serviceOf } from "../request/store/mirror.ts";
import { destinationOf } from "../request/store/rail-columns.ts";
import { type Filter, readIntact, readRequests } from "../request/store/requests.ts";
import { depositText, PERMANENT } from "./create-rail.ts";
import { entryPoint, railPosts } from "./instructions.ts";
import { readAtService } from "./read-at-service.ts";

/** Lifts the hold of a Rail, or adopts one that was made elsewhere: exactly as it is shown. */
export const trustRail: Kind<"trust-rail"> = {
  async obstacle(db, content, { request }) {
    const { workspace, change } = content;
    const service = serviceOf(content);
    const row = await readRail(db, service, change.railId);
    const isSame =
      row?.rail.id === change.railId &&
      row.owner === (change.made?.request ?? null) &&
      changedFields(change.shown, row.rail).length === 0;
    if (!isSame || (row.hasTwin && !change.hasTwin)) return { is: "void", because: "rail-changed" };
    const naming = await readIntact(db, workspace, row.namedBy);
    const reports = naming?.reports ?? [];
    if (reports.length !== change.reports.length) return { is: "void", because: "reported-since" };
    // Of two who ask together the later one hears of the other.
    if (!request && (await readOpenTrust(db, service, change.railId))) {
      return { is: "wait", because: "trust-open" };
    }
    // Its destination is in the register as it was, or still not there.
    const { shown, value, registeredAs } = change;
    const known = await readKnown(db, service);
    if (registeredIn(known, shown, valueKey(value)) !== registeredAs) {
      return { is: "void", because: "destination-gone" };
    }
    return contradictionOf(db, service, known, { id: destinationOf(shown).id, value });
  },

  review({ request: { content } }, change) {
    const { shown, value, registeredAs, reports, differs } = change;
    const network = networkOf(shown);
    const what = section(
      [bold(trustText(change)), " ", depositText(shown, network)],
      [PERMANENT],
      ["Id at the service: ", code(cleanText(change.railId, 255))],
      differs.length > 0 && [`Differs from before: ${differs.map(fieldName).join(", ")}`],
      registeredAs === null && [
        `Its ${placeText(value)} is not in the register. Trusting does not add it.`,
      ],
    );
    const entry = [section([bold("Deposits go here")]), ...entryPoint(shown.source)];
    const lead = "Approving settles this.";
    const said = saidLines("report", reports, { lead, most: MOST_REPORTS, max: LONGEST_REASON });
    return {
      noun: change.made ? "hold" : "Rail",
      paragraphs: present([
        [what],
        said.length > 0 && said,
        ...valueParagraphs(content, section(["To ", ...placeOf(change)])),
        entry,
      ]),
    };
  },

  posts: railPosts,

  read: (context, { content }, railId) => readAtService(context, serviceOf(content), railId),
};

const MOST_REPORTS = 5;

/** On which its tokens move. */
function networkOf({ source, destination }: Rail): string {
  const wallets = [destination, source].flatMap((end) => (end.kind === "crypto" ? end.wallet : []));
  return networkName(wallets[0]?.network ?? "");
}

/** The request to trust a Rail that people have not decided yet. */
export async function readOpenTrust(
  db: Db,
  { workspace, connection }: Service,
  railId: string,
): Promise<Request | null> {
  const filter: Filter = { connection, kinds: ["trust-rail"], statuses: ["pending", "ready"] };
  const { requests } = await readRequests(db, workspace, filter);
  const isOf = ({ content }: Request) =>
    isOfKind(content, "trust-rail") && content.change.railId === railId;
  return requests.find(isOf) ?? null;
}
