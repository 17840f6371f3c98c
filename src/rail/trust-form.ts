import { z } from "zod";
import type { Config } from "../config.ts";
import { type Known, readKnown, registeredIn } from "../destination/known.ts";
import { type DestinationValue, valueKey } from "../platform/payment-details/destination-value.ts";
import { entryPointOf, type Rail, valueAt } from "../platform/rail-api/rail.ts";
import { SERVICE_TROUBLE } from "../platform/rail-api/rail-api-error.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import { plain } from "../platform/slack/blocks/text.ts";
import { assetsText, quoted } from "../request/card/change-lines.ts";
import { numberOf } from "../request/card/facts.ts";
import { type Asking, refused } from "../request/forms/admit.ts";
import { askScreen, textFields } from "../request/forms/ask-screen.ts";
import { reasonField, text } from "../request/forms/fields.ts";
import { SENTENCES, sentence } from "../request/forms/refusals.ts";
import type { Button, Shown } from "../request/forms/surface.ts";
import { attest } from "../request/rules/attest.ts";
import type { TrustRail } from "../request/rules/content.ts";
import { isOpen, issuedRail, type Request, wasSent } from "../request/rules/request.ts";
import { readTag } from "../request/rules/tag.ts";
import { trustOf } from "../request/rules/trust.ts";
import { type RailRow, readRail } from "../request/store/mirror.ts";
import { destinationOf } from "../request/store/rail-columns.ts";
import { readRequest } from "../request/store/requests.ts";
import { trustTraits } from "./rail-traits.ts";
import { readAtService } from "./read-at-service.ts";
import { readOpenTrust } from "./trust-rail.ts";

const trustAnswers = z.object({
  name: text,
  reason: text,
  /** Its id or its key in the mirror. */
  rail: z.string().catch(""),
});

/** Asks people to trust a Rail: the review shows exactly what the service shows now. */
export const trustScreen = askScreen<z.infer<typeof trustAnswers>>({
  ...{ id: "trust-rail", title: "Trust a Rail", answers: trustAnswers },

  async draw(asking, answers) {
    const held = await readHeld(asking, answers.rail);
    if (typeof held === "string") return [richText(section([held]))];
    const { rail } = held.row;
    const what = held.made
      ? `Rail ${numberOf(held.made)}, ${quoted(answers.name)}`
      : `Rail ${quoted(rail.id ?? "")}, created outside Signalbox`;
    return [
      richText(
        section(
          [`${what} · ${assetsText(rail)}`],
          ["Next, you see everything that the service shows."],
        ),
      ),
      ...(held.made ? [reasonField(answers.reason)] : textFields(answers, "Shown in Slack only.")),
    ];
  },

  async build(asking, { name, reason, rail: key }) {
    const { context, service } = asking;
    const fault = (why: string) => ({ faults: { rail: why } });
    const before = await readHeld(asking, key);
    if (typeof before === "string") return fault(before);
    const railId = before.row.rail.id ?? "";
    const read = await readAtService(context, service, railId);
    if (typeof read === "string") return fault(SERVICE_TROUBLE[read]);
    const held = await readHeld(asking, railId);
    if (typeof held === "string") return fault(held);
    if (read.id !== railId) return fault(SERVICE_TROUBLE["unexpected-response"]);
    if (!entryPointOf(read)) return fault("The Rail service does not show yet where deposits go.");
    const known = await readKnown(context.db, service);
    const value = placeIn(read, context.config, known);
    if (!value) return fault("The Rail service does not show where this Rail delivers.");
    const { made, naming, row } = held;
    const change: TrustRail = {
      ...{ kind: "trust-rail", reason, railId, shown: read, value },
      name: made?.name ?? name,
      registeredAs: registeredIn(known, read, valueKey(value)),
      made: made && { request: made.request, number: made.number },
      differs: naming ? differencesOf(naming, read) : [],
      hasTwin: row.hasTwin,
      reports: naming?.reports ?? [],
    };
    return { change, traits: await trustTraits(context.db, service, change, known) };
  },
});

interface Held {
  row: RailRow;
  /** The request that created it here. */
  made: { request: string; number: number; name: string } | null;
  /** The newest done one that names it. */
  naming: Request | null;
}

/** A held Rail that people can be asked to trust; or a sentence about why not. */
async function readHeld({ context, service, ground }: Asking, key: string): Promise<Held | string> {
  const { db } = context;
  const { workspace } = service;
  const row = await readRail(db, service, key);
  if (!row) return "The Rail service has not shown this Rail yet.";
  const { rail } = row;
  if (rail.type === "EXCHANGE") return "An exchange Rail cannot be trusted in Signalbox.";
  if (rail.id === null) return "The Rail service shows this Rail without an id. It stays held.";
  const [owner, named] = await Promise.all(
    [row.owner, row.namedBy].map((id) => (id === null ? null : readRequest(db, workspace, id))),
  );
  if (owner?.is === "broken" || named?.is === "broken") return SENTENCES.broken;
  const [made, naming] = [owner?.request ?? null, named?.request ?? null];
  const tag = readTag(rail.metadata);
  const tagged = made || !tag ? null : await readRequest(db, workspace, tag.request);
  if (tagged?.is === "intact" && isOpen(tagged.request) && wasSent(tagged.request)) {
    return `${numberOf(tagged.request)} may have created it and is still open.`;
  }
  if (made && isOpen(made)) return `${numberOf(made)} is still being checked.`;
  const open = await readOpenTrust(db, service, rail.id);
  if (open) return `${numberOf(open)} already requests this. Its card is in the approvals channel.`;
  if (trustOf(naming, row, ground.now).is === "payable") return "This Rail is payable.";
  return {
    row,
    made: made && { request: made.id, number: made.number, name: nameIn(made) },
    naming,
  };
}

function nameIn(request: Request | null): string {
  const change = request?.content.change;
  return change && "name" in change ? change.name : "";
}

/** What differs now from what was approved or shown before, or did when it was created. */
function differencesOf(naming: Request, rail: Rail): string[] {
  const result = issuedRail(naming);
  if (!result) return [];
  const attested = attest(naming, result, rail);
  const now = attested.is === "differs" ? attested.fields : [];
  return [...new Set([...result.differences, ...now])];
}

/** Where it delivers; by its id in the register where the value itself is not shown. */
function placeIn(
  rail: Rail,
  { RAIL_NETWORKS }: Config,
  known: readonly Known[],
): DestinationValue | null {
  const value = valueAt(rail.destination);
  if (value?.kind === "account") return value;
  if (value) return { ...value, family: RAIL_NETWORKS[value.network] ?? "unknown" };
  const { id } = destinationOf(rail);
  const found = known.find((each) => each.isRegistered && each.serviceId === id && id !== null);
  return found?.value ?? null;
}

export const trustButton: Button = { verb: "trust", press: openTrust };

/** *Review to lift hold* and *Trust*: by a request about the Rail, or by its key in the mirror. */
export async function openTrust(asking: Asking, value: string): Promise<Shown> {
  const found = await readRequest(asking.context.db, asking.service.workspace, value);
  if (found?.is === "broken") return refused({ is: "broken" });
  const isElsewhere = found && found.request.content.connection.id !== asking.service.connection;
  if (isElsewhere) return refused({ is: "other-connection" });
  const held = await readHeld(asking, found ? (issuedRail(found.request)?.railId ?? "") : value);
  if (typeof held === "string") return sentence(held);
  const { row, made, naming } = held;
  const name = made?.name ?? nameIn(naming);
  const form = await trustScreen.open(asking, { name }, { rail: row.key, ...(made && { name }) });
  return made || naming ? { ...form, title: plain("Lift the hold") } : form;
}
