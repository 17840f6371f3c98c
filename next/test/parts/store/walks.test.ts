import { expect, test } from "vitest";
import { readConnection } from "../../../src/request/store/connections.ts";
import { finishWalk } from "../../../src/request/store/mirror.ts";
import { openStore } from "./store.ts";

const SERVICE = { workspace: "T1", connection: "c1" };

test("a walk that spans a start of the server has learned nothing", async () => {
  const { db } = await openStore();
  const row = await readConnection(db, "T1", "c1");
  const { now = "", server = "" } = row ?? {};
  expect(await finishWalk(db, SERVICE, 1, { now, server: "another" })).toBe(false);
  expect(await finishWalk(db, SERVICE, 1, { now, server })).toBe(true);
});
