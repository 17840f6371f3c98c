import { z } from "zod";

/** The directory outside the database (`DATA_DIR`). Reads null where there is no such file; writes whole or not at all. */
export interface Kept {
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
}

/** An audit entry that this process knows was committed. A database without it was put back to an earlier state. */
export interface Mark {
  seq: number;
  hash: string;
}

const FILE = "marks.json";

const file = z.record(z.string(), z.object({ seq: z.int(), hash: z.string() }));

export type Marks = Awaited<ReturnType<typeof openMarks>>;

/**
 * What a restored backup cannot know. Each replica keeps its own. Throws if the file is not what we wrote: an operator has
 * to look, since without marks a restore goes unnoticed.
 */
export async function openMarks(kept: Kept) {
  const text = await kept.read(FILE);
  const marks = new Map(Object.entries(text === null ? {} : file.parse(JSON.parse(text))));
  let writing = Promise.resolve();

  /** One write after the other: of two at once the older could win. */
  function write(): Promise<void> {
    const written = writing.then(() => kept.write(FILE, JSON.stringify(Object.fromEntries(marks))));
    writing = written.catch(() => {});
    return written;
  }

  return {
    of: (workspace: string): Mark | null => marks.get(workspace) ?? null,

    /** Resolves once a later entry than the last one is on the disk. Throws if it cannot be: then nothing may be sent. */
    async add(workspace: string, { seq, hash }: Mark): Promise<void> {
      const last = marks.get(workspace);
      if (last && last.seq >= seq) return;
      marks.set(workspace, { seq, hash });
      await write();
    },

    /** After a restore was noticed, and sending frozen. */
    async replace(workspace: string, { seq, hash }: Mark): Promise<void> {
      marks.set(workspace, { seq, hash });
      await write();
    },
  };
}
