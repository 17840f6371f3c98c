import type { Json } from "../harness/json.ts";
import { type Process, startProcess } from "../harness/seam.ts";
import { environmentOf } from "./company.ts";
import type { Scene } from "./scene.ts";
import type { Lane } from "./step.ts";
import { createOutside } from "./world/outside.ts";
import { type CampaignPool, createPool } from "./world/pool.ts";

interface Slot {
  name: string;
  lane: Lane | null;
  product: Process | null;
  pool: CampaignPool | null;
  /** DATA_DIR: outlives the process. */
  files: Map<string, string>;
}

export type Processes = ReturnType<typeof createProcesses>;

/** Two processes, each of which is started again where it dies. */
export function createProcesses(scene: Scene) {
  const { stage, database, random, state, notes, roughFor } = scene;
  const draw = random.fork("processes");
  const shared = draw.chance(0.8) ? new Map<string, string>() : null;
  const slots = ["one", "two"].map(
    (name): Slot => ({ name, lane: null, product: null, pool: null, files: shared ?? new Map() }),
  );
  const env = environmentOf(database.url, scene.plan.coolDownHours);
  let begun = 0;

  async function boot(slot: Slot): Promise<void> {
    begun += 1;
    const lane: Lane = { name: `${slot.name}.${begun}`, isAlive: true, suspendedUntil: 0, skew: 0 };
    const pool = createPool(stage, lane, database);
    Object.assign(slot, { lane, pool });
    const own = { lane, pool: pool.pool, files: slot.files, random: random.fork(lane.name) };
    try {
      const outside = createOutside(scene, own);
      slot.product = await startProcess(env, outside, { loops: false });
    } catch (error) {
      notes.push(`${lane.name} did not start: ${error}`);
      return kill(lane);
    }
    void work(slot, lane, slot.product);
  }

  /** Its loops: each second while something happens, then more rarely, until the next is due. */
  async function work(slot: Slot, lane: Lane, product: Process): Promise<void> {
    let pause = 1_000;
    while (slot.lane === lane) {
      const before = state.pokes;
      const done = await product.workOnce().catch((error) => {
        notes.push(`${lane.name}: ${error}`);
        return 1;
      });
      const due = await product.nextDue().catch(() => stage.now());
      pause = done === 0 ? pause * 4 : 1_000;
      const left = due === null ? pause : Math.max(due - stage.now(), 1_000);
      if (await stage.until(() => state.pokes > before, Math.min(pause, left))) pause = 1_000;
      await stage.wait(lane, 500 + draw.below(500));
    }
  }

  async function kill(lane: Lane): Promise<void> {
    const slot = slots.find((each) => each.lane === lane);
    lane.isAlive = false;
    stage.drop(lane);
    await slot?.pool?.cut(0);
    if (!slot) return;
    Object.assign(slot, { lane: null, product: null, pool: null });
    const downFor = 1_000 + draw.below(15_000);
    roughFor(downFor + 12_000);
    stage.later(downFor, () => void boot(slot));
  }

  return {
    boot: () => Promise.all(slots.map(boot)),
    kill,
    lanes: () => slots.flatMap(({ lane }) => lane ?? []),
    async killAll(): Promise<void> {
      for (const { lane } of slots) if (lane) await kill(lane);
    },
    /** As if the machines had slept: nobody can expect anything at once. */
    async sleep(ms: number): Promise<void> {
      const until = stage.now() + ms;
      for (const { lane } of slots) {
        if (lane) lane.suspendedUntil = Math.max(lane.suspendedUntil, until);
      }
      roughFor(ms + 20_000);
      await stage.wait(null, ms);
    },
    /** Ends every connection; none can be made for so many ms. */
    async cut(ms: number): Promise<void> {
      for (const { pool } of slots) await pool?.cut(ms);
    },
    /** Slack hands a delivery to one that lives; it may hand it over again, to either. */
    async deliver(payload: Json, isTwice: boolean): Promise<{ body: unknown } | null> {
      state.pokes += 1;
      const alive = slots.flatMap(({ product }) => product ?? []);
      if (alive.length === 0) return null;
      const handOver = () => draw.pick(alive).deliver(structuredClone(payload));
      const first = handOver();
      if (isTwice) void handOver().catch(() => {});
      const answer = await first.catch(() => null);
      return answer && { body: answer.payload ?? {} };
    },
    async end(): Promise<void> {
      for (const { lane, pool } of slots.splice(0)) {
        if (lane) stage.drop(Object.assign(lane, { isAlive: false }));
        await pool?.cut(0);
      }
    },
  };
}
