import type { Job } from "../platform/queue/job.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { RailApi } from "../platform/rail-api/rail-api.ts";
import type { JobContext } from "../request/capability.ts";
import { findRequest } from "../request/queries/requests.ts";
import type { DestinationDetails } from "../request/rules/change.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import type { Outcome, Whitelisted } from "../request/rules/outcome/outcome.ts";
import { isToBeSent, outcomeOf, sendOnce } from "../request/send-once.ts";

type Sending = Omit<JobContext, "messenger" | "approvalsChannelOf">;

/**
 * The only way to `POST /wallets` and `POST /bank-accounts`. The service has no list in which to look for what came of
 * it, so an unknown outcome goes to a person.
 */
export async function whitelistDestination(context: Sending, ref: RequestRef): Promise<void> {
  const request = await findRequest(context.db, ref);
  if (request?.content.change.kind !== "whitelist-destination") return;
  if (!(await isToBeSent(context, ref, request))) return;
  await sendOnce(context, ref, request, post);
}

export const whitelistDestinationJob: Job<Sending, "whitelist-destination"> = {
  name: "whitelist-destination",
  does: "whitelisting its destination",
  expireInSeconds: 60,
  work: whitelistDestination,
};

async function post({ content }: ChangeRequest, rails: RailApi): Promise<Outcome> {
  const { change } = content;
  if (change.kind !== "whitelist-destination")
    return { type: "not-sent", because: "no-connection" };
  try {
    const whitelisted = await whitelistAtService(rails, change.name, change.details);
    return { type: "whitelisted", ...whitelisted };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Longer answers are not kept whole: the document shows none that comes near. */
const MOST_KEPT = 10_000;

/**
 * `POST /wallets` or `POST /bank-accounts`, sent at most once. The answer of the second is not documented: whatever came
 * is kept, and its id and IBAN are picked out where they can be found. Throws a `RailApiError`.
 */
export async function whitelistAtService(
  rails: Pick<RailApi, "whitelistWallet" | "whitelistBankAccount">,
  name: string,
  details: DestinationDetails,
): Promise<Whitelisted> {
  switch (details.kind) {
    case "wallet": {
      const { network, address } = details;
      const wallet = await rails.whitelistWallet({ name, network, address });
      return {
        serviceId: wallet.id,
        shown: { network: wallet.network, value: wallet.address },
        answer: kept(wallet),
      };
    }
    case "bank-account": {
      const { iban } = details;
      const { id, bankAccount, answer } = await rails.whitelistBankAccount({ name, iban });
      const shown = bankAccount?.iban ?? null;
      return {
        serviceId: id,
        shown: shown === null ? null : { network: null, value: shown },
        answer: kept(answer),
      };
    }
  }
}

function kept(answer: unknown): string {
  return (JSON.stringify(answer) ?? "").slice(0, MOST_KEPT).toWellFormed();
}
