import type { Db } from "../platform/database/db.ts";
import { valueKey } from "../platform/payment-details/destination-value.ts";
import type { DestinationNames } from "../request/rules/content.ts";
import { isOfKind } from "../request/rules/content.ts";
import type { Settings } from "../request/rules/settings.ts";
import type { Service } from "../request/store/mirror.ts";
import { readRequests } from "../request/store/requests.ts";

/** What is in the register, by the keys with which conditions name it. */
export async function readRegister(db: Db, { workspace, connection }: Service) {
  const filter = { connection, kinds: ["add-destination"], statuses: ["done"] } as const;
  const { requests } = await readRequests(db, workspace, filter);
  const names = requests.map(({ content }): [string, string][] =>
    isOfKind(content, "add-destination")
      ? [[valueKey(content.change.value), content.change.name]]
      : [],
  );
  return new Map(names.flat());
}

/** The names of those that conditions of any of these settings name. */
export async function readNames(
  db: Db,
  service: Service,
  all: readonly Settings[],
): Promise<DestinationNames> {
  const keys = all.flatMap(({ requirements }) =>
    requirements.flatMap(({ when }) => when.destinations ?? []),
  );
  if (keys.length === 0) return {};
  const register = await readRegister(db, service);
  return Object.fromEntries([...register].filter(([key]) => keys.includes(key)));
}
