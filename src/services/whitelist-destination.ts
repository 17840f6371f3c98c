import type { Destination } from "../domain/destination.ts";
import { destinationFacts } from "../domain/destination.ts";
import type { Clock, RailApis, Store } from "./ports.ts";

interface Deps {
  store: Pick<Store, "currentConnection" | "listDestinations" | "addDestination">;
  railApis: RailApis;
  clock: Clock;
  newId: () => string;
}

export type NewDestination =
  | { kind: "wallet"; name: string; network: string; address: string }
  | { kind: "bank-account"; name: string; iban: string };

/**
 * Whitelists a destination with the Rail service and registers it, unless its address or IBAN is registered already.
 * For the sandbox's start: in Slack, whitelisting needs approval. Throws a `RailApiError`.
 */
export async function whitelistDestination(
  { store, railApis, clock, newId }: Deps,
  workspaceId: string,
  addedBy: string,
  wanted: NewDestination,
): Promise<void> {
  const { id: connectionId } = await store.currentConnection(workspaceId);
  const known = await store.listDestinations(connectionId, { kind: wanted.kind });
  const value = wanted.kind === "wallet" ? wanted.address : wanted.iban;
  if (known.some((destination) => destinationFacts(destination).value === value)) return;

  const rails = await railApis(workspaceId, connectionId);
  const now = clock();
  const common = {
    id: newId(),
    workspaceId,
    connectionId,
    addedBy,
    addedAt: now,
    usableFrom: now,
    retiredAt: null,
  };
  await store.addDestination(
    wanted.kind === "wallet"
      ? { ...common, kind: "wallet", wallet: await whitelistedWallet(rails, wanted) }
      : { ...common, kind: "bank-account", bankAccount: await whitelistedAccount(rails, wanted) },
  );
}

type Rails = Awaited<ReturnType<RailApis>>;

async function whitelistedWallet(
  rails: Rails,
  { name, network, address }: Extract<NewDestination, { kind: "wallet" }>,
): Promise<Extract<Destination, { kind: "wallet" }>["wallet"]> {
  const { id } = await rails.whitelistWallet({ name, network, address });
  if (id === null) throw new Error("The Rail service gave the wallet no id");
  return { id, name, network, address };
}

async function whitelistedAccount(
  rails: Rails,
  { name, iban }: Extract<NewDestination, { kind: "bank-account" }>,
): Promise<Extract<Destination, { kind: "bank-account" }>["bankAccount"]> {
  const { id } = await rails.whitelistBankAccount({ name, iban });
  if (id === null) throw new Error("The Rail service gave the bank account no id");
  return { id, name, iban };
}
