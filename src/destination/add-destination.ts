import { valueKey } from "../platform/payment-details/destination-value.ts";
import { valueNote } from "../platform/payment-details/value-note.ts";
import type { RailApi } from "../platform/rail-api/rail-api.ts";
import { bold, code, section } from "../platform/slack/blocks/rich-text.ts";
import { isSameName } from "../platform/text/names.ts";
import { coolDownText, placeText } from "../request/card/change-lines.ts";
import type { Kind } from "../request/engine/context.ts";
import { outcomeOf } from "../request/engine/outcome-of.ts";
import { valueParagraphs } from "../request/forms/review-blocks.ts";
import type { AddDestination } from "../request/rules/content.ts";
import { serviceOf } from "../request/store/mirror.ts";
import { contradictionOf, readKnown } from "./known.ts";

/** Registers a destination: whitelists it at the service, or takes over one that is there. */
export const addDestination: Kind<"add-destination"> = {
  async obstacle(db, content, ground) {
    const { change } = content;
    const value = valueKey(change.value);
    const number = ground.request?.number ?? ground.nextNumber;
    const service = serviceOf(content);
    const known = await readKnown(db, service);
    for (const each of known) {
      // Of two that wait the earlier one is carried out.
      if (!each.isRegistered && each.request.number >= number) continue;
      if (valueKey(each.value) === value) return { is: "void", because: "destination-registered" };
      if (isSameName(each.name, change.name)) return { is: "void", because: "name-taken" };
      const { serviceId } = each;
      if (serviceId !== null && serviceId === change.serviceId)
        return { is: "void", because: "id-registered" };
    }
    return contradictionOf(db, service, known, { id: change.serviceId, value: change.value });
  },

  review({ request: { content }, settings }, { value, serviceId }) {
    const usable = `Rails can use it ${coolDownText(settings.coolDownHours)}.`;
    const about = section(
      [`${serviceId === null ? "New" : "Imported"} ${placeText(value)}`],
      serviceId !== null && ["The service has it already as ", code(serviceId), "."],
      [bold(usable)],
      ["The service cannot undo this. You can remove it from the register here."],
    );
    return {
      noun: value.kind === "wallet" ? "wallet" : "account",
      paragraphs: [[about], ...valueParagraphs(content, section([valueNote(value)]))],
    };
  },

  async post(context, request, api) {
    const { content } = request;
    try {
      const { id, isSame } = await whitelist(api, content.change);
      const known = await readKnown(context.db, serviceOf(content));
      const isOther = known.some((each) => each.isRegistered && each.serviceId === id);
      return { is: "destination", serviceId: id, isApproved: isSame && !isOther };
    } catch (error) {
      return outcomeOf(context, error);
    }
  },
};

/** The service's id, and whether its answer shows what was sent as far as it shows it. */
async function whitelist(api: RailApi, { name, value }: AddDestination) {
  if (value.kind === "wallet") {
    const { network, address } = value;
    const shown = await api.createWallet({ name, network, address });
    const isSame =
      !shown.isCustodial &&
      valueKey({ ...value, network: shown.network, address: shown.address }) === valueKey(value);
    return { id: shown.id, isSame };
  }
  const { iban } = value;
  const { id, bankAccount } = await api.createBankAccount({ name, iban });
  const shown = bankAccount?.iban;
  const isSame = !shown || valueKey({ kind: "account", iban: shown }) === valueKey(value);
  return { id, isSame };
}
