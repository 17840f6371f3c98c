import type { ChangeKind } from "../request/change-kind.ts";
import type { DestinationChange } from "../request/rules/change.ts";
import { detailsKey } from "../request/rules/destination.ts";

/** Shared by the three changes of the register. */
export const aboutDestination = {
  route: ({ details }) => detailsKey(details),
  traits: ({ details }) => ({
    types: [],
    assets: [],
    networks: details.kind === "wallet" ? [details.network] : [],
  }),
  whyPinned: () => undefined,
} satisfies Partial<ChangeKind<DestinationChange>>;

/** Shared by whitelisting and importing, whose destination is new in the register. */
export const newDestination = {
  ...aboutDestination,
  // It is in its first use by nature.
  isTyped: () => true,
  fillsWorkspace: true,
  whyVoid: (_, { register }) => (register.is === "present" ? REGISTERED : undefined),
} satisfies Partial<ChangeKind<DestinationChange>>;

export const NOT_REGISTERED = "Its destination is not in the register of whitelisted ones.";
const REGISTERED = "It has come into the register in another way since this was asked for.";
