import type { RichTextBlockElement } from "@slack/types";
import type { Db } from "../../platform/database/schema.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { actions, button, input } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import {
  bold,
  copyableInline,
  copyBlock,
  lines,
  named,
  richText,
} from "../../platform/slack/blocks/rich-text.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ChangeKind } from "../../request/change-kind.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findDestinationByServiceId } from "../../request/queries/destinations.ts";
import { findSeenRail } from "../../request/queries/disputes.ts";
import { saveDraft } from "../../request/queries/drafts.ts";
import {
  findOpenRequestOn,
  findRequestsByRailIds,
  keepRailsOf,
} from "../../request/queries/find-requests.ts";
import type { AdoptRail } from "../../request/rules/change.ts";
import { isContradiction } from "../../request/rules/decide-destination.ts";
import { destinationFacts, detailsOf, isUsable } from "../../request/rules/destination.ts";
import { isAsAdopted } from "../../request/rules/outcome/adopted.ts";
import type { SeenEnd } from "../../request/rules/outcome/seen-rail.ts";
import { askingRefusalSentence, sendForApproval } from "../../request/screens/asking.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import { accountFacts } from "../instructions/rail-lines.ts";
import { firstUseWarning } from "../rail-card.ts";
import { whyVoidInto } from "../rail-kind.ts";
import { openReasonForm, readReasonForm } from "../screens/reason-form.ts";
import { adoptionRoute, problemWarning } from "./adoption-problem.ts";

const LABEL = "Who created it, and why?";
const LONGEST_NAME = 80;
const WITHOUT_WARNING = "without the warning “Not approved in Signalbox”";

type Asked = Pick<AdoptRail, "name" | "reason">;

/** [Adopt…] below a Rail that nobody here approved. */
export function openAdoption(context: Context, args: ButtonArgs): Promise<void> {
  return openReasonForm(context, args, async (workspaceId, railId) => {
    const found = await adoptable(context, workspaceId, railId, { name: "", reason: "" });
    if (!found.ok) return whyNotAdoptable(found);
    return {
      callbackId: callback.adoptRail,
      title: "Adopt this Rail",
      submit: "Send for approval",
      blocks: [
        richText(
          ["The approvers see every detail of this Rail, and decide as for a new one."],
          [`Once they agree, every member can see how to pay into it, ${WITHOUT_WARNING}.`],
        ),
        input(block.name, "Name", textInput(undefined)),
      ],
      label: LABEL,
      hint: "Shown to the approvers.",
    };
  });
}

export async function submitAdoption(context: Context, args: SubmitArgs): Promise<void> {
  const { db, clock, newId, draftsPerPerson } = context;
  const { view, body, ack } = args;
  const refuse = (errors: Record<string, string>) => ack({ response_action: "errors", errors });
  const form = readReasonForm(view, LABEL);
  const name = typedIn(view, block.name).trim();
  const unnamed = textError(name, { label: "Name", max: LONGEST_NAME });
  if (!form.ok || unnamed !== undefined) {
    return refuse({ ...(!form.ok && form.errors), ...(unnamed && { [block.name]: unnamed }) });
  }
  const { railId, reason, askedIn } = form;
  const workspaceId = workspaceOf(body);
  const found = await adoptable(context, workspaceId, railId, { name, reason });
  if (!found.ok) return refuse({ [block.reason]: found.because });
  const { change, connectionId } = found;
  const whose = { id: newId(), workspaceId, connectionId, createdBy: body.user.id, askedIn };
  const digest = await saveDraft(db, { ...whose, change }, clock(), draftsPerPerson);
  const shown = { draftId: whose.id, digest };
  await sendForApproval(context, args, shown, block.reason);
}

type Adoptable = { ok: true; change: AdoptRail; connectionId: string } | NotAdoptable;

interface NotAdoptable {
  ok: false;
  because: string;
  /** The service's id of a destination that has to be imported first. */
  unregistered?: string;
}

function whyNotAdoptable({ because, unregistered: serviceId }: NotAdoptable): Message {
  const message = note(because);
  if (serviceId === undefined) return message;
  const toImport = button("Import it…", action.importDestination, JSON.stringify({ serviceId }));
  return { ...message, blocks: [...message.blocks, actions(toImport)] };
}

/**
 * The request that would be made, with the Rail as the service last showed it; or a sentence that says why it cannot
 * be made.
 */
async function adoptable(
  { db, clock }: Pick<Context, "db" | "clock">,
  workspaceId: string,
  railId: string,
  asked: Asked,
): Promise<Adoptable> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const refused = (because: "not-adoptable" | "not-registered") => ({
    ok: false as const,
    because: askingRefusalSentence(because),
  });
  const rail = await findSeenRail(db, connectionId, railId);
  if (!rail) return refused("not-adoptable");
  const { type, sourceAsset, destinationAsset, source, destination } = rail;
  const { serviceId } = destination;
  const into =
    serviceId === null ? undefined : await findDestinationByServiceId(db, connectionId, serviceId);
  if (!into || serviceId === null) {
    return {
      ...refused("not-registered"),
      ...(isUsableId(serviceId) && { unregistered: serviceId }),
    };
  }
  const change: AdoptRail = {
    kind: "adopt-rail",
    ...asked,
    ...{ railId, type, sourceAsset, destinationAsset, source, destination },
    details: detailsOf(into),
    destinationId: serviceId,
    destinationName: destinationFacts(into).name,
  };
  const around = { workspaceId, connectionId, now: clock() };
  const obstacle = await adoptKind.obstacle(db, change, around);
  if (obstacle?.because === "not-adoptable" || obstacle?.because === "not-registered") {
    return refused(obstacle.because);
  }
  return { ok: true, change, connectionId };
}

/** Instructions show all of it, so an approval covers all of it. */
function accountLines({ displayName, account }: SeenEnd): RichTextBlockElement[] {
  if (!account) return [];
  return accountFacts({ ...account, displayName, iban: null }).flatMap(([label, value]) =>
    value === null ? [] : lines([`${label}: `, copyableInline(value)]),
  );
}

const NOT_AS_APPROVED =
  "The Rail was disputed meanwhile, has changed, or belongs to another request.";

/** The Rail as it was read last, while it is what people approve, undisputed and nobody's. */
async function findAdoptable(db: Db, change: AdoptRail, connectionId: string) {
  const rail = await findSeenRail(db, connectionId, change.railId);
  if (!rail || rail.dispute !== undefined || !isAsAdopted(change, rail)) return undefined;
  const owners = await findRequestsByRailIds(db, connectionId, [change.railId]);
  return owners.length === 0 ? rail : undefined;
}

/** Approves a Rail that was created outside Signalbox, as it is; nothing is sent. */
export const adoptKind: ChangeKind<AdoptRail> = {
  words: {
    nothingDone: "The Rail is still not approved here.",
    nothingWillBeDone: "The Rail stays not approved here.",
    next: "The Rail is adopted next.",
    sending: "The Rail is being adopted.",
    noWayBack: `Once there are enough approvals, every member can see how to pay into it, ${WITHOUT_WARNING}.`,
    inForce: "ADOPTED",
    inRules: "the adoption of Rails",
  },
  title: ({ type, sourceAsset, destinationAsset }) =>
    `adopt an ${TYPE_NAMES[type]} Rail, ${code(sourceAsset)} → ${code(destinationAsset)}`,
  card: (
    { railId, type, sourceAsset, destinationAsset, source, destinationName },
    { request: { state } },
  ) => ({
    // The address follows the first two, so the second says whose it is.
    facts: [
      [
        "Change",
        [
          `Adopt an ${TYPE_NAMES[type]} Rail, ${code(sourceAsset)} → ${code(destinationAsset)}, created outside Signalbox`,
        ],
      ],
      ["Destination", [named(destinationName)]],
      ["Rail", [shortened(railId, 255)]],
    ],
    body: [
      ...(source.detail ? [lines(["People pay into:"]), ...copyBlock(source.detail.value)] : []),
      ...accountLines(source),
      ...(state.status === "pending"
        ? [lines([bold("Approve only if you know who created this Rail, and why.")])]
        : []),
    ],
  }),
  warnings: (_, facts) => [...problemWarning(facts), ...firstUseWarning(facts)],
  route: ({ railId }) => adoptionRoute(railId),
  subject: ({ details, destinationId }) => ({ details, serviceId: destinationId }),
  traits: ({ type, sourceAsset, destinationAsset, source, destination }) => ({
    types: type === "EXCHANGE" ? [] : [type],
    assets: [sourceAsset, destinationAsset],
    networks: [source.network, destination.network].filter((each) => each !== null),
  }),
  isTyped: ({ isFirstUse, isLookedLike }) => isFirstUse || isLookedLike,
  fillsWorkspace: true,
  carriedOut: {
    by: "signalbox",
    job: "keep-register",
    settle: ({ destinationId }, { countedApprovers }) => ({
      type: "rail-adopted",
      serviceId: destinationId,
      countedApprovers,
    }),
  },
  remedies: () => ["close"],
  whyPinned: () => undefined,
  whyVoid: (_, { register, overtaken }) => whyVoidInto(register) ?? overtaken,
  async obstacle(db, change, { connectionId, now }) {
    const rail = await findAdoptable(db, change, connectionId);
    const asked = await findOpenRequestOn(db, connectionId, adoptionRoute(change.railId));
    if (!rail || asked) return { because: "not-adoptable" };
    const found = await findDestinationByServiceId(db, connectionId, change.destinationId);
    const isInto =
      found && isUsable(found, now) && !isContradiction(detailsOf(found), rail.destination);
    return isInto ? undefined : { because: "not-registered" };
  },
  async whyOvertaken(db, change, { connectionId }) {
    return (await findAdoptable(db, change, connectionId)) ? undefined : NOT_AS_APPROVED;
  },
  async record(tx, request, { railId }, { type }) {
    if (type === "rail-adopted") await keepRailsOf(tx.db, request, [railId]);
  },
};
