import { z } from "zod";
import type { Mark } from "../store/chain.ts";

/**
 * The directory outside the database (`DATA_DIR`). Reads null where there is no such file; writes
 * whole or not at all.
 */
export interface Kept {
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
}

/** A claim whose POST may have left. */
export interface SentAttempt {
  workspace: string;
  request: string;
  attempt: string;
}

const FILE = "marks.json";

const file = z.object({
  marks: z.record(z.string(), z.object({ seq: z.int(), hash: z.string() })),
  attempts: z.array(z.object({ workspace: z.string(), request: z.string(), attempt: z.string() })),
});

export type Marks = Awaited<ReturnType<typeof openMarks>>;

/**
 * Audit entries that this process knows were committed, the last one of each workspace; and the
 * attempts whose outcome it has not written down. A database without such an entry was put back to
 * an earlier state. Each replica keeps its own. Throws if the file is not what we wrote: an
 * operator has to look, since without marks a restore goes unnoticed.
 */
export async function openMarks(kept: Kept) {
  const text = await kept.read(FILE);
  const known = text === null ? { marks: {}, attempts: [] } : file.parse(JSON.parse(text));
  const marks = new Map(Object.entries(known.marks));
  let attempts: readonly SentAttempt[] = known.attempts;
  let writing = Promise.resolve();

  /**
   * One write after the other: of two at once the older could win. What is not on the disk does not
   * count.
   */
  function write(changed: readonly Mark[], sent: SentAttempt | null): Promise<void> {
    const written = writing.then(async () => {
      const next = new Map(marks);
      for (const { workspace, seq, hash } of changed) next.set(workspace, { seq, hash });
      const all = sent ? [...attempts, sent] : attempts;
      const content = { marks: Object.fromEntries(next), attempts: all };
      await kept.write(FILE, JSON.stringify(content));
      for (const [workspace, mark] of next) marks.set(workspace, mark);
      if (sent) attempts = [...attempts, sent];
    });
    writing = written.catch(() => {});
    return written;
  }

  const isLater = ({ workspace, seq }: Mark) => seq > (marks.get(workspace)?.seq ?? 0);
  return {
    /** Of one workspace, or of all. */
    of: (workspace?: string): Mark[] =>
      [...marks].flatMap(([each, mark]) =>
        workspace === undefined || each === workspace ? { workspace: each, ...mark } : [],
      ),

    /** Resolves once the later ones of these are on the disk. Throws if they cannot be. */
    async add(entries: readonly Mark[]): Promise<void> {
      const later = entries.filter(isLater);
      if (later.length > 0) await write(later, null);
    },

    /** Between claim and POST. Throws if it cannot be written: then nothing may be sent. */
    send: (mark: Mark, attempt: SentAttempt): Promise<void> =>
      write(isLater(mark) ? [mark] : [], attempt),

    /** Its outcome is written down. The next write takes it off the disk. */
    settle(attempt: string): void {
      attempts = attempts.filter((each) => each.attempt !== attempt);
    },

    /** Attempts of a workspace whose outcome was not written down. */
    sent: (workspace: string): SentAttempt[] =>
      attempts.filter((each) => each.workspace === workspace),

    /** After a restore was noticed, and sending frozen. */
    replace: (mark: Mark): Promise<void> => write([mark], null),
  };
}
