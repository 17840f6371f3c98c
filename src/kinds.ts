import { importKind, retireKind, whitelistKind } from "./destination/destination-kinds.ts";
import { policyKind } from "./policy/policy-kind.ts";
import { adoptKind } from "./rail/adopting/adopt-rail.ts";
import { endDisputeKind } from "./rail/disputes/end-dispute.ts";
import { railKind } from "./rail/rail-kind.ts";
import type { ChangeKinds } from "./request/change-kind.ts";
import { connectionKind } from "./workspace/connection/connection-kind.ts";
import { channelKind } from "./workspace/set-up/setup-kind.ts";

/** Every kind of change, each in the capability that owns it. */
export const KINDS: ChangeKinds = {
  "create-rail": railKind,
  "whitelist-destination": whitelistKind,
  "import-destination": importKind,
  "retire-destination": retireKind,
  "adopt-rail": adoptKind,
  "end-dispute": endDisputeKind,
  "change-policy": policyKind,
  "change-channel": channelKind,
  "change-connection": connectionKind,
};
