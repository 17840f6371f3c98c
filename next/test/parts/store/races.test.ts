import { expect, test } from "vitest";
import { advanceTo } from "../../../src/request/rules/step.ts";
import { checkChain } from "../../../src/request/store/chain.ts";
import { readGround } from "../../../src/request/store/ground.ts";
import { addWorkspace } from "../../../src/request/store/workspaces.ts";
import { approve, ask, openStore, saveStep, setUp, take, toState } from "./store.ts";

/** Two processes over several connections: on one connection they would queue and never meet. */

test("of two processes that claim at once one claims, and the other sees it", async () => {
  const { db, openAnother } = await openStore();
  const processes = [db, openAnother()];
  for (let round = 0; round < 20; round += 1) {
    const asked = await ask(db);
    await take(db, asked, toState({ is: "ready", because: null }));
    const claims = processes.flatMap((db, process) =>
      [1, 2].map((click) =>
        db.transaction("T1", async (tx) => {
          const ground = await readGround(tx, { workspace: "T1", request: asked.id });
          const { request, now } = ground;
          if (request?.state.is !== "ready") return request?.state.is;
          const attempt = `${process}.${click}`;
          const state = { is: "sending", attempt, since: now } as const;
          return saveStep(tx, ground, advanceTo(request, state, "sending", { attempt }));
        }),
      ),
    );
    const answers = (await Promise.all(claims)).sort();
    expect(answers).toEqual(["saved", "sending", "sending", "sending"]);
  }
});

test("one click that is delivered to two processes at once is saved once", async () => {
  const { db, openAnother } = await openStore();
  const processes = [db, openAnother()];
  for (let round = 0; round < 20; round += 1) {
    const asked = await ask(db);
    const click = { delivery: `click ${round}` };
    const answers = processes.map((db) =>
      db.transaction("T1", async (tx) => {
        const ground = await readGround(tx, { workspace: "T1", request: asked.id, ...click });
        if (ground.delivered || !ground.request) return "known";
        return saveStep(tx, ground, approve(ground.request), {}, click);
      }),
    );
    expect((await Promise.all(answers)).sort()).toEqual(["known", "saved"]);
  }
});

test("clicks from everywhere make one chain in each workspace, and no click is lost", async () => {
  const { db, openAnother } = await openStore();
  const processes = [db, openAnother(), openAnother()];
  await addWorkspace(db, "T2");
  await setUp(db, "T2");
  const requests = [await ask(db), await ask(db), await ask(db, { workspace: "T2" })];
  const clicks = processes.flatMap((db) =>
    requests.flatMap((request) => Array.from({ length: 10 }, () => take(db, request))),
  );
  expect(new Set(await Promise.all(clicks))).toEqual(new Set(["saved"]));
  for (const { workspace, id } of requests) {
    const { was, head, broken } = await readGround(db, { workspace, request: id });
    expect({ was, broken }).toEqual({ was: 31, broken: null });
    expect(await checkChain(db, workspace, 1, head.seq)).toBeNull();
  }
});
