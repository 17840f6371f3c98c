import { randomUUID } from "node:crypto";
import { createSeal } from "../../src/platform/database/seal.ts";
import type { Rail } from "../../src/platform/rail-api/rules/rail.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { addDestination } from "../../src/request/queries/destinations.ts";
import { rememberRails } from "../../src/request/queries/rails/seen-rails.ts";
import { insertRequest, nextRequestNumber } from "../../src/request/queries/requests.ts";
import type { DestinationChange } from "../../src/request/rules/change.ts";
import type { Destination } from "../../src/request/rules/destination.ts";
import { seenRail } from "../../src/request/rules/outcome/seen-rail.ts";
import { aContent, aRequest, NOW } from "../support/builders.ts";
import { saveCurrentConnection } from "../support/set-up.ts";
import type { TestStore } from "../support/store.ts";

/** A company with nothing in its register yet. */
export async function aCompany({ db, transaction }: TestStore) {
  const workspaceId = `T${randomUUID()}`;
  const id = `con_${randomUUID()}`;
  const connection = { id, baseUrl: "https://rails.example", environment: "sandbox" } as const;
  await saveWorkspace(db, workspaceId, "Acme");
  await saveCurrentConnection(
    db,
    createSeal([Buffer.alloc(32, 7)]),
    workspaceId,
    connection,
    "t",
    NOW,
  );
  return {
    workspaceId,
    connectionId: id,
    /** Puts it into this company's register, under an id of its own. */
    register: (destination: Destination) =>
      addDestination(db, { ...destination, workspaceId, connectionId: id }),
    async ask(change: DestinationChange): Promise<number> {
      return transaction(async (tx) => {
        const number = await nextRequestNumber(tx.db, workspaceId);
        const requestId = randomUUID();
        const content = aContent({ workspaceId, connection, requestId, change });
        await insertRequest(tx.db, aRequest({ content, number, version: 0 }));
        return number;
      });
    },
    /** The service shows these Rails. */
    async see(rails: readonly Rail[], at = NOW): Promise<void> {
      const seen = rails.flatMap((rail) => seenRail(rail, at) ?? []);
      await rememberRails(db, workspaceId, id, seen);
    },
  };
}

export type Company = Awaited<ReturnType<typeof aCompany>>;
