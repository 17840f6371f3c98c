import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORK } from "../../../src/capabilities.ts";
import { createSeal } from "../../../src/platform/database/seal.ts";
import type { Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import { createSigner } from "../../../src/platform/web/signer.ts";
import { kindOf } from "../../../src/request/change-kind.ts";
import { listDestinations } from "../../../src/request/queries/destinations.ts";
import { findRequest } from "../../../src/request/queries/requests.ts";
import { createSetupLinks, newSetupLink } from "../../../src/workspace/connection/setup-link.ts";
import { createInstallations } from "../../../src/workspace/install/create-installations.ts";
import { ANA, BEN, NOW } from "../../support/builders.ts";
import type { TestStore } from "../../support/store.ts";
import { openTestStore } from "../../support/store.ts";
import { drafted } from "../steps.ts";
import type { Companies } from "./companies.ts";
import { twoCompanies } from "./companies.ts";
import type { Asking, Deps, Theirs } from "./every-service.ts";
import { carriedTo, EVERY_SERVICE } from "./every-service.ts";
import type { Guard } from "./guard.ts";
import { createGuard } from "./guard.ts";

const SRC = fileURLToPath(new URL("../../../src/", import.meta.url));
const KEY = Buffer.alloc(32, 7);

let database: TestStore;
let companies: Companies;
let guard: Guard;
let deps: Deps;
let asking: Asking;

beforeAll(async () => {
  database = await openTestStore();
  companies = await twoCompanies(database);
  guard = await createGuard(database, companies);
  const installations = createInstallations(database.db, createSeal([KEY]));
  deps = { ...guard.deps, ...links(), installations };
  const { workspaceId, connectionId } = companies.globex;
  asking = { workspaceId, connectionId, theirs: await idsOf(companies) };
});
afterAll(async () => {
  await companies.stop();
  await database.close();
});

const links = () => ({ links: createSetupLinks(database.db), signer: createSigner([KEY]) });

it("every service is tried", async () => {
  expect((await everyService()).sort()).toEqual(Object.keys(EVERY_SERVICE).sort());
});

describe("with Acme's ids does and tells nothing at Globex:", () => {
  const services = Object.entries(EVERY_SERVICE).flatMap(([name, service]) =>
    service ? [{ name, service }] : [],
  );

  it.each(services)("$name", async ({ name, service }) => {
    const carries = carriedTo(service, asking);

    expect(await guard.faultsOf({ what: name, carries, by: () => service(deps, asking) })).toEqual(
      [],
    );
  });
});

it("nor does any job", async () => {
  for (const { name, work } of WORK.jobs) {
    for (const { id: requestId } of asking.theirs.requests) {
      const by = () => work(deps, { workspaceId: asking.workspaceId, requestId });
      expect(await guard.faultsOf({ what: name, carries: requestId, by })).toEqual([]);
    }
  }
});

it("nor does any kind of change", async () => {
  const { workspaceId, connectionId, theirs } = asking;
  const { db, transaction, seal } = deps;
  const around = { workspaceId, connectionId, now: NOW };
  for (const each of theirs.requests) {
    const { change } = each.content;
    const { obstacle, record } = kindOf(change);
    const request = { ...each, workspaceId, connectionId };
    const carries = JSON.stringify(theirs);
    const wrong = [
      ...(await guard.faultsOf({
        ...{ what: `${change.kind} obstacle`, carries },
        by: () => obstacle(db, change, around),
      })),
      ...(await guard.faultsOf({
        ...{ what: `${change.kind} record`, carries },
        by: () =>
          transaction(async (tx) =>
            record?.(tx, request, change, { type: "denied", by: BEN, reason: "", at: NOW }, seal),
          ),
      })),
    ];
    expect(wrong).toEqual([]);
  }
});

async function idsOf({ acme, globex, deps: { db, setup } }: Companies): Promise<Theirs> {
  const { workspaceId, connectionId } = acme;
  const requests = await Promise.all(
    Object.values(acme.requests).map((ref) => findRequest(db, ref)),
  );
  const rails: Rail[] = [];
  for await (const page of (await acme.deps.railApis(workspaceId, connectionId)).listRails()) {
    rails.push(...page.rails);
  }
  const { draft, digest } = await drafted(acme);
  return {
    requests: requests.flatMap((request) => request ?? []),
    rails,
    destinations: await listDestinations(db, connectionId, {}),
    draft: { id: draft.id, digest },
    link: [await linkOf(acme), await linkOf(globex)]
      .map((link, at) => link.split(".")[at])
      .join("."),
  };

  async function linkOf({ workspaceId }: Pick<Companies["acme"], "workspaceId">): Promise<string> {
    const [api] = setup.offered;
    if (!api) throw new Error("One is offered");
    const about = { workspaceId, userId: ANA, userName: "ana", reason: "", viewId: null, api };
    return newSetupLink({ ...links(), clock: deps.clock }, about, randomUUID().repeat(2));
  }
}

/** Folders and files whose services are tried elsewhere; one of them is tried here too if `EVERY_SERVICE` names it. */
const ELSEWHERE = [
  // No service of ours, or pure.
  ...["authority/", "config/", "platform/", "sandbox/", "wiring/", "rules/"],
  // By the store's contract: test/store/contract/every-query.ts.
  ...["request/queries/", "policy/watch-quorums"],
  // Asked by services that are tried here.
  ...["rail/creating/walk-ground", "request/sign-rows"],
  // Listeners, and what they ask in the workspace of their click: test/slack/wall.
  ...["screens/", "check/check", "freeze/freeze-command", "home/", "review/", "request/card/"],
  ...["request/clicks/", "request/list/", "rail/adopting/", "rail/disputes/", "workspace/install/"],
  ...["workspace/connection/set-up-connection", "workspace/set-up/set-up-listeners"],
  "workspace/set-up/set-up-view",
  // Jobs, and what they and chores ask: below.
  ...["request/posting/", "rail/instructions/", "freeze/announce-freeze", "request/tell-approvers"],
  ...["evidence/", "request/in-doubt"],
];

/** All that the files of `EVERY_SERVICE` export, each with its file, and the services of files that nobody has named. */
async function everyService(): Promise<string[]> {
  const named = new Set(Object.keys(EVERY_SERVICE).map((key) => key.split(" ")[0]));
  const files = globSync("*/**/*.ts", { cwd: SRC }).map((path) => path.slice(0, -".ts".length));
  const tried = files.filter(
    (file) => named.has(file) || !ELSEWHERE.some((part) => `/${file}`.includes(`/${part}`)),
  );
  const found = tried.map(async (file) => {
    const exported: Record<string, unknown> = await import(`${SRC}${file}.ts`);
    const is = named.has(file) ? isFunction : isService;
    const services = Object.entries(exported).filter(([, value]) => is(value));
    return services.map(([service]) => `${file} ${service}`);
  });
  return (await Promise.all(found)).flat();
}

/** It takes the context, and whose it is. */
const isService = (value: unknown) =>
  isFunction(value) && value.constructor.name === "AsyncFunction" && value.length > 1;

/** Errors are classes. */
const isFunction = (value: unknown): value is (...given: never) => unknown =>
  typeof value === "function" && !(value.prototype instanceof Error);
