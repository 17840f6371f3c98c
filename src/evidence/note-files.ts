import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { SignedHead } from "./rules/head.ts";
import { inOrder, readHead } from "./rules/head.ts";

/** Signed heads as files in `DATA_DIR`, which no writer to the database reaches. None is ever written over. */
export function noteFiles(directory: string) {
  const of = (workspaceId: string) =>
    join(directory, "audit-heads", workspaceId.replace(/[^A-Za-z0-9-]/g, "_"));

  return {
    /** In the order of the chain. Throws where one cannot be read. */
    async read(workspaceId: string): Promise<SignedHead[]> {
      const names = await readdir(of(workspaceId)).catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
        throw error;
      });
      const notes = names.filter((name) => name.endsWith(".note"));
      const heads = await Promise.all(
        notes.map(async (name) => {
          const head = readHead(await readFile(join(of(workspaceId), name), "utf8"));
          if (head?.workspaceId !== workspaceId) throw new Error(`${name} is no head of the audit`);
          return head;
        }),
      );
      return inOrder(heads);
    },
    /** Survives a loss of power. */
    async keep(head: SignedHead): Promise<void> {
      const place = of(head.workspaceId);
      await mkdir(place, { recursive: true });
      const name = `${head.size}-${head.at.replaceAll(":", "")}.note`;
      const unfinished = join(place, `${name}.${randomUUID()}`);
      await using handle = await open(unfinished, "w");
      await handle.writeFile(head.note);
      await handle.sync();
      await rename(unfinished, join(place, name));
    },
  };
}
