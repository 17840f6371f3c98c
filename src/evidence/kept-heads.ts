import type { Context } from "../request/context.ts";
import { listHeads } from "./heads.ts";
import { noteFiles } from "./note-files.ts";
import type { SignedHead } from "./rules/head.ts";
import { inOrder } from "./rules/head.ts";

/** The signed heads of a workspace, from the database and from the files beside it, in the order of the chain. */
export async function keptHeads(
  { db, evidence }: Pick<Context, "db" | "evidence">,
  workspaceId: string,
): Promise<SignedHead[]> {
  const [inDatabase, inFiles] = await Promise.all([
    listHeads(db, workspaceId),
    noteFiles(evidence.directory).read(workspaceId),
  ]);
  return inOrder([...inDatabase, ...inFiles]);
}
