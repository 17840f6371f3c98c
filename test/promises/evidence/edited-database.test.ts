import { expect, test } from "vitest";
import { backUp } from "../../harness/backup.ts";
import { randomFrom } from "../../harness/random.ts";
import { startProcess } from "../../harness/seam.ts";
import { WORDS } from "../../harness/words.ts";
import { ALWAYS, hideRails, stopsOf } from "../../scenarios/creating.ts";
import { BEN, CAL, openRegistered } from "../../scenarios/team.ts";
import { drawEdit, readColumns } from "./edits.ts";

const { buttons, states } = WORDS;
/** `EDITS=300` plays those of promise 12. */
const EDITS = Number(process.env.EDITS ?? 15);

const ALL_IS_DUE = `
  update signalbox.requests set next_at = signalbox.clock(), sync_at = signalbox.clock();
  update signalbox.workspaces set check_at = signalbox.clock()`;

test(
  `S79 after each of ${EDITS} edits of the database nothing is sent that people did not approve, nothing twice, and people are told`,
  async () => {
    const kept = new Map<string, string>();
    const files = {
      read: async (name: string) => kept.get(name) ?? null,
      write: async (name: string, text: string) => void kept.set(name, text),
    };
    await using stage = await openRegistered({
      start: (env, outside, options) => startProcess(env, { ...outside, kept: files }, options),
    });
    const pool = stage.database.openPool({ connectionString: stage.database.ownerUrl, max: 2 });
    const sql = async (text: string) => (await pool.query(text)).rows;

    // One is done, one agreed and not sent yet, one lacks an approval, and one all of them.
    const done = await stage.askForRail({ name: "Done" });
    await stage.approveAll(done);
    await stage.card(done, states.payable);
    const made = new Set(stage.madeRails().map(({ id }) => id));
    const agreed = await stage.askForRail({ name: "Agreed" });
    const half = await stage.askForRail({ name: "Half" });
    await stage.askForRail({ name: "Asked for" });
    await sql("create schema older; create table older.requests as table signalbox.requests");
    await stage.approve(BEN, half);
    stage.front.meet(
      "POST /rails",
      () => Response.json({ message: "No." }, { status: 401 }),
      ALWAYS,
    );
    await stage.approveAll(agreed);
    const backup = await backUp(stage.database);
    const marks = new Map(kept);
    const columnsOf = await readColumns(sql);
    const random = randomFrom(79);

    /** What is sent after a change, whether Cal's approval was taken, and how often people are told. */
    async function play(change: string | null) {
      await stage.stop();
      await backup.restore();
      kept.clear();
      for (const [name, text] of marks) kept.set(name, text);
      stage.front.clear();
      // What is made meanwhile stays at the service: only a restored database has forgotten it.
      hideRails(stage, ({ id }) => !made.has(String(id)));
      await stage.start();
      const [sent, stops] = [
        stage.front.calls("POST /rails").length,
        (await stopsOf(stage)).length,
      ];
      if (change !== null && (await pool.query(change)).rowCount === 0) return null;
      // Its rows would be locked in another order by what is still under way.
      await stage.settle();
      await sql(ALL_IS_DUE);
      await stage.settle();
      const isApproved = await approveHalf();
      await stage.settle();
      await sql(ALL_IS_DUE);
      await stage.settle();
      return {
        bodies: stage.front
          .calls("POST /rails")
          .slice(sent)
          .map(({ body }) => body),
        isApproved,
        isTold: (await stopsOf(stage)).length > stops,
      };
    }

    /** Whether Cal's approval was taken: what was changed may not open. */
    async function approveHalf(): Promise<boolean> {
      const [card] = await stage.cardsOf(half);
      const cal = stage.as(CAL);
      if (!card?.text.includes(`[${buttons.review}]`)) return false;
      await cal.press(card, buttons.review);
      await stage.settle();
      if ((await cal.modal())?.submit?.text !== buttons.approve) return false;
      const { closed } = await cal.submit();
      await cal.close("all");
      return closed;
    }

    const control = await play(null);
    expect(control).toMatchObject({ isApproved: true, isTold: false, bodies: { length: 2 } });
    const [ofAgreed, ofHalf] = control?.bodies ?? [];
    for (let played = 0; played < EDITS; ) {
      const { what, sql: change, isSigned } = drawEdit(random, columnsOf);
      // What breaks a constraint, or changes nothing, is no edit.
      const seen = await play(change).catch((error) => {
        if (/constraint|out of range|null value/.test(String(error))) return null;
        throw error;
      });
      if (seen === null) continue;
      played += 1;
      const allowed = [ofAgreed, ...(seen.isApproved ? [ofHalf] : [])];
      for (const body of seen.bodies) expect(allowed, what).toContain(body);
      expect(new Set(seen.bodies).size, what).toBe(seen.bodies.length);
      if (isSigned) expect(seen.isTold, what).toBe(true);
    }
  },
  30_000 + EDITS * 10_000,
);
