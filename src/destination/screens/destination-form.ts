import { z } from "zod";
import type { AddressNetwork } from "../../platform/payment-details/address.ts";
import {
  addressFaultSentence,
  ibanFaultSentence,
} from "../../platform/payment-details/value-faults.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { chosenIn, faultsOnly, typedIn } from "../../platform/slack/blocks/state.ts";
import type { TextRule } from "../../platform/slack/blocks/text-fault.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { faultOfCharacters } from "../../platform/text/characters.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { canonicalJson, digestOf } from "../../request/rules/digest.ts";
import type { DestinationAnswers } from "../draft-destination.ts";
import type { TypedValue } from "../values/value-check.ts";
import { detailsIn, isFormatChecked, readTypedValue, valueError } from "../values/value-check.ts";

/** What was filled in on New Rail: enough to draw it again from the form on top of it. */
export const newRailDraft = z.strictObject({
  draftId: z.string(),
  askedIn: z.string(),
  type: z.enum(["ON_RAMP", "OFF_RAMP"]),
  values: z.strictObject({
    name: z.string().optional(),
    reason: z.string().optional(),
    reference: z.string().nullish(),
    fiatAsset: z.string().optional(),
    stablecoin: z.string().optional(),
    network: z.string().nullish(),
    destinationId: z.string().optional(),
  }),
  similarId: z.string().optional(),
  /** It was emptied by a press, so its fields have ids under which Slack keeps nothing that was typed before. */
  isEmptied: z.boolean().optional(),
  /** False while it has no inputs, so that what was typed stands in `values` alone. */
  hasInputs: z.boolean(),
});

export type NewRailDraft = z.output<typeof newRailDraft>;

const schema = z.strictObject({
  draftId: z.string(),
  askedIn: z.string(),
  kind: z.enum(["wallet", "bank-account"]),
  /** The service has whitelisted it already. */
  isImport: z.boolean(),
  /** The form lets people choose between the kinds. */
  isKindOpen: z.boolean(),
  /** Once it is checked: digests of everything that the check shows, since only that is asked for, and of what was typed. */
  shown: z.strictObject({ content: z.string(), typed: z.string() }).optional(),
  /** Typed under the other kind. */
  other: z.strictObject({ network: z.string().optional(), value: z.string() }).optional(),
  /** The New Rail form on which this one stands. */
  under: newRailDraft.optional(),
});

/** Carried unseen in `private_metadata`. It gives nobody any right. */
type DestinationMetadata = z.output<typeof schema>;

/**
 * If it is too long for Slack, it leaves out what Slack itself keeps, then what was typed under the other kind, and at
 * last the New Rail form below, which then is not redrawn.
 */
export function destinationMetadata(metadata: DestinationMetadata): string {
  const { under, other, ...rest } = metadata;
  const slimmer = under?.hasInputs ? { ...under, values: withoutTexts(under.values) } : undefined;
  const texts = [
    metadata,
    { ...rest, other, under: slimmer },
    { ...rest, under: slimmer },
    rest,
  ].map((each) => JSON.stringify(each));
  return texts.find((text) => [...text].length <= limits.privateMetadata) ?? JSON.stringify(rest);
}

function withoutTexts({ fiatAsset, stablecoin, network, destinationId }: NewRailDraft["values"]) {
  return { fiatAsset, stablecoin, network, destinationId };
}

/** Typed and chosen so far; `value` is the address or IBAN, letter by letter. */
interface DestinationValues {
  name?: string | undefined;
  network?: string | undefined;
  value?: string | undefined;
  serviceId?: string | undefined;
  reason?: string | undefined;
}

/** The form as it stands while someone is still at it, for drawing it again. */
export interface DestinationDraft extends DestinationMetadata {
  values: DestinationValues;
}

type DestinationSubmission = Filled<{
  answers: Exclude<DestinationAnswers, { kind: "retire-destination" }>;
  draft: DestinationDraft;
  value: TypedValue;
}>;

/** Reads a submitted form. Throws a ZodError when the view is not one of ours. */
export function readDestinationForm(
  view: SubmittedView,
  networks: readonly AddressNetwork[],
): DestinationSubmission {
  const draft = asItStands(view);
  const { kind, values, draftId, askedIn, isImport } = draft;
  const name = (values.name ?? "").trim();
  const reason = (values.reason ?? "").trim();
  const serviceId = (values.serviceId ?? "").trim();
  const value = readTypedValue(kind, values, networks);
  const details = detailsIn(value);

  const errors = faultsOnly({
    [block.name]: textError(name, TEXTS.name),
    ...(kind === "wallet" && networkError(values.network, networks)),
    [valueBlock(kind)]: value ? valueError(value) : missing(kind, values, networks),
    ...(isImport && { [block.serviceId]: serviceIdError(serviceId) }),
    [block.reason]: textError(reason, TEXTS.reason),
  });
  if (!value || !details || Object.keys(errors).length > 0) return { ok: false, errors };

  const asked = {
    draftId,
    askedIn,
    name,
    reason,
    details,
    isFormatChecked: isFormatChecked(value),
  };
  return {
    ok: true,
    draft,
    value,
    answers: isImport
      ? { kind: "import-destination", ...asked, serviceId }
      : { kind: "whitelist-destination", ...asked },
  };
}

/** Keeps aside what was typed under the other kind. Throws a ZodError when the view is not one of ours. */
export function readDestinationDraft(view: SubmittedView): DestinationDraft {
  const { values, ...drawn } = asItStands(view);
  const kind = drawn.isKindOpen ? (readKind(view) ?? drawn.kind) : drawn.kind;
  if (kind === drawn.kind) return { ...drawn, values };
  const { network, value = "", ...texts } = values;
  const { other, ...rest } = drawn;
  return { ...rest, kind, other: { network, value }, values: { ...texts, ...other } };
}

/** Digest of what the check in the form is about. */
export function typedDigest({ kind, values }: Pick<DestinationDraft, "kind" | "values">): string {
  const { network = null, value = "", serviceId = "" } = values;
  return digestOf(canonicalJson([kind, network, value, serviceId]));
}

/** Which block holds the address or IBAN: what was typed for one must not be taken for the other. */
export function valueBlock(kind: Destination["kind"]): string {
  return kind === "wallet" ? block.address : block.iban;
}

export const NO_NETWORKS =
  "No networks are set up for this connection, so no wallet can be whitelisted. The operator of Signalbox can add them to the settings.";

const TEXTS = {
  name: { label: "Name", max: 60 },
  reason: { label: "Reason", max: 1_000, isMultiline: true },
} as const satisfies Record<string, TextRule>;

function asItStands(view: SubmittedView): DestinationDraft {
  const metadata = schema.parse(parsedJson(view.private_metadata));
  return {
    ...metadata,
    values: {
      name: typedIn(view, block.name),
      network: chosenIn(view, block.walletNetwork, action.chooseNetwork),
      value: typedIn(view, valueBlock(metadata.kind), action.checkTyped),
      serviceId: typedIn(view, block.serviceId, action.checkTyped),
      reason: typedIn(view, block.reason),
    },
  };
}

function readKind(view: SubmittedView): Destination["kind"] | undefined {
  const kind = chosenIn(view, block.destinationKind, action.chooseDestinationKind);
  return kind === "wallet" || kind === "bank-account" ? kind : undefined;
}

function networkError(network: string | undefined, networks: readonly AddressNetwork[]) {
  const isOffered = networks.some(({ id }) => id === network);
  return networks.length === 0 || isOffered ? {} : { [block.walletNetwork]: "Choose one." };
}

/** Nothing is said of an address that was typed while its network is still to be chosen: that has a fault of its own. */
function missing(
  kind: Destination["kind"],
  { value = "" }: DestinationValues,
  networks: readonly AddressNetwork[],
): string | undefined {
  if (kind === "bank-account") return ibanFaultSentence({ type: "empty" });
  if (networks.length === 0) return NO_NETWORKS;
  return value === "" ? addressFaultSentence({ type: "empty" }) : undefined;
}

const LONGEST_ID = 255;

function serviceIdError(id: string): string | undefined {
  if (id === "") return "Id at the Rail service is empty. Type something in it.";
  const fault = faultOfCharacters(id, /^[\x21-\x7e]$/);
  if (fault) {
    const which = "codePoint" in fault ? ` (${fault.codePoint})` : "";
    return `The id at the Rail service has only plain letters, digits and signs, without spaces. Character ${fault.at + 1}${which} is not allowed. Copy the id again from the service.`;
  }
  return id.length > LONGEST_ID
    ? `Id at the Rail service is too long: ${id.length} characters, and at most ${LONGEST_ID} are taken.`
    : undefined;
}
