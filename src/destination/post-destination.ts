import type { Job } from "../platform/queue/job.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { RailApi, RailApis } from "../platform/rail-api/rail-api.ts";
import { findRequest } from "../request/queries/requests.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import type { Outcome } from "../request/rules/outcome/outcome.ts";
import type { SendDeps } from "../request/send-once.ts";
import { isToBeSent, outcomeOf, sendOnce } from "../request/send-once.ts";
import { whitelistAtService } from "./whitelist-at-service.ts";

interface Deps extends SendDeps {
  railApis: RailApis;
}

/**
 * The only way to `POST /wallets` and `POST /bank-accounts`, sent as everything is sent. There is no list in which to
 * look for what came of it: an outcome that is not known goes to a person.
 */
export async function whitelistDestination(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
  if (request?.content.change.kind !== "whitelist-destination") return;
  if (!(await isToBeSent(deps, ref, request))) return;
  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  await sendOnce(deps, ref, request, (claimed) => post(rails, claimed));
}

export const whitelistDestinationJob: Job<Deps, "whitelist-destination"> = {
  name: "whitelist-destination",
  does: "whitelisting its destination",
  expireInSeconds: 60,
  work: whitelistDestination,
};

async function post(rails: RailApi, { content }: ChangeRequest): Promise<Outcome> {
  const { change } = content;
  if (change.kind !== "whitelist-destination")
    return { type: "not-sent", because: "no-connection" };
  try {
    return {
      type: "whitelisted",
      ...(await whitelistAtService(rails, change.name, change.details)),
    };
  } catch (error) {
    return outcomeOf(error);
  }
}
