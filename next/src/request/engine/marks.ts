import { z } from "zod";
import type { Mark } from "../store/chain.ts";

/** The directory outside the database (`DATA_DIR`). Reads null where there is no such file; writes whole or not at all. */
export interface Kept {
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
}

const FILE = "marks.json";

const file = z.record(z.string(), z.object({ seq: z.int(), hash: z.string() }));

export type Marks = Awaited<ReturnType<typeof openMarks>>;

/**
 * Audit entries that this process knows were committed, the last one of each workspace. A database without one was put
 * back to an earlier state. Each replica keeps its own. Throws if the file is not what we wrote: an operator has to look,
 * since without marks a restore goes unnoticed.
 */
export async function openMarks(kept: Kept) {
  const text = await kept.read(FILE);
  const marks = new Map(Object.entries(text === null ? {} : file.parse(JSON.parse(text))));
  let writing = Promise.resolve();

  /** One write after the other: of two at once the older could win. What is not on the disk does not count. */
  function write(changed: readonly Mark[]): Promise<void> {
    const written = writing.then(async () => {
      const next = new Map(marks);
      for (const { workspace, seq, hash } of changed) next.set(workspace, { seq, hash });
      await kept.write(FILE, JSON.stringify(Object.fromEntries(next)));
      for (const [workspace, mark] of next) marks.set(workspace, mark);
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

    /** Resolves once the later ones of these are on the disk. Throws if they cannot be: then nothing may be sent. */
    async add(entries: readonly Mark[]): Promise<void> {
      const later = entries.filter(isLater);
      if (later.length > 0) await write(later);
    },

    /** After a restore was noticed, and sending frozen. */
    replace: (mark: Mark): Promise<void> => write([mark]),
  };
}
