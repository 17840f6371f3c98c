import type { ChangeKind } from "../../request/change-kind.ts";
import type { ChangeConnection } from "../../request/rules/change.ts";
import type { SetupNow } from "../../request/rules/decision.ts";
import { canonicalJson } from "../../request/rules/digest.ts";
import { CONNECTION_PINNED } from "../../request/rules/pinned.ts";
import { aboutSetup } from "../set-up/setup-kind.ts";

/** Another Rail connection. */
export const connectionKind: ChangeKind<ChangeConnection> = {
  ...aboutSetup,
  // Carrying over keeps the address and the token that the environment sets.
  whyPinned: ({ carriesOver }, { connection }) =>
    connection === null || carriesOver ? undefined : CONNECTION_PINNED,
  whyVoid: (change, { setup }) => (isSameToken(change, setup) ? undefined : TOKEN_GONE),
};

/** What was shown: where it leads, and the end of the very token that was entered for it. */
function isSameToken(
  { to, lastFour }: ChangeConnection,
  { connection }: Pick<SetupNow, "connection">,
): boolean {
  return canonicalJson({ to, lastFour }) === canonicalJson(connection);
}

const TOKEN_GONE =
  "The token that was entered for it is no longer kept, or another one has been entered since: there is nothing to change to.";
