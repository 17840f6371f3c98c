import type { ModalView } from "@slack/types";
import { CHANGE_KINDS } from "../../authority/kinds.ts";
import type { Catalogue } from "../../platform/rail-api/rail-api.ts";
import { input, option, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { codeSelect, select, textInput } from "../../platform/slack/blocks/inputs.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { chosenIn, typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { networkName, TYPE_NAMES } from "../../request/words.ts";
import type { PolicyQuestion } from "../rules/policy-question.ts";
import { kindOptions } from "./rule-fields.ts";

export interface PolicyQuestionModal {
  catalogue: Catalogue;
  /** The requester, unless somebody else is chosen. */
  requesterId: string;
}

/** Asks which rule would decide; `readPolicyQuestionModal` reads it. */
export function policyQuestionModal({ catalogue, requesterId }: PolicyQuestionModal): ModalView {
  const { fiatAssets, stablecoins, networks } = catalogue;
  const assets = [...new Set([...fiatAssets, ...stablecoins])].join(" ");
  return modal({
    id: callback.policyQuestion,
    title: "Which rule decides?",
    submit: "Test",
    close: "Cancel",
    carries: { requesterId },
    blocks: [
      section("This is only a test of the current policy: nothing is requested."),
      input(block.changeKind, "Change", select(kindOptions(), "create-rail")),
      input(block.type, "Rail type", select(TYPES, undefined), { optional: true }),
      input(block.assets, "Assets", textInput(undefined), {
        optional: true,
        hint: `Separate with spaces: ${shortened(assets, 200)}`,
      }),
      networks.length > 0 &&
        input(
          block.network,
          "Network",
          codeSelect(
            networks.map(({ id }) => id),
            // Not the only one there is: nothing may be meant.
            "",
            { named: networkName },
          ),
          { optional: true },
        ),
      input(block.anyDestination, "Destination", textInput(undefined), {
        optional: true,
        hint: "Its id at the Rail service, its address or its IBAN",
      }),
      input(block.firstUse, "First use", select(FIRST_USE, undefined), { optional: true }),
      input(block.requester, "Requested by", {
        type: "users_select",
        action_id: action.value,
        initial_user: requesterId,
      }),
    ],
  });
}

const TYPES = [option(TYPE_NAMES.ON_RAMP, "ON_RAMP"), option(TYPE_NAMES.OFF_RAMP, "OFF_RAMP")];
const FIRST_USE = [
  option("No Rail delivers there yet", "first"),
  option("A Rail does already", "used"),
];

export function readPolicyQuestionModal(
  view: SubmittedView,
  userId: string,
): Filled<{ question: PolicyQuestion }> {
  const assets = typedIn(view, block.assets).trim();
  const destination = typedIn(view, block.anyDestination).trim();
  const errors = {
    ...faulty(block.assets, "Assets", assets),
    ...faulty(block.anyDestination, "Destination", destination),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const type = chosenIn(view, block.type);
  const use = chosenIn(view, block.firstUse);
  return {
    ok: true,
    question: {
      kind: CHANGE_KINDS.find((kind) => kind === chosenIn(view, block.changeKind)) ?? "create-rail",
      type: type === "ON_RAMP" || type === "OFF_RAMP" ? type : null,
      assets: assets === "" ? [] : assets.toUpperCase().split(/[\s,]+/),
      network: chosenIn(view, block.network) ?? null,
      destination: destination === "" ? null : destination,
      isFirstUse: use === undefined ? null : use === "first",
      requesterId: view.state.values[block.requester]?.[action.value]?.selected_user ?? userId,
    },
  };
}

function faulty(id: string, label: string, text: string): Record<string, string> {
  const error = text === "" ? undefined : textError(text, { label, max: 200 });
  return error === undefined ? {} : { [id]: error };
}
