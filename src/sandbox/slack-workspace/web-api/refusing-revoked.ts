import type { Faults } from "../faults.ts";
import { SlackError } from "../slack-error.ts";
import type { GrantOf } from "./token.ts";

/** Looks tokens up with `grantOf`, and refuses every bot token while they are revoked. */
export function refusingRevoked(
  grantOf: GrantOf,
  faults: Pick<Faults, "tokensAreRevoked">,
): GrantOf {
  return (token, wanted, args) => {
    const grant = grantOf(token, wanted, args);
    if (grant.kind === "bot" && faults.tokensAreRevoked) throw new SlackError("token_revoked");
    return grant;
  };
}
