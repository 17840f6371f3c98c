import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NoteKey } from "../rules/head.ts";

/** A file that grows. */
export interface Growing {
  add(text: string): Promise<void>;
  end(): Promise<void>;
}

/** A new directory whose files are all hashed, and listed in a manifest that is signed. Throws where a file cannot be written. */
export async function openFolder(directory: string) {
  await mkdir(directory, { recursive: true });
  const hashes = new Map<string, string>();
  const made = new Set<string>();
  const growing = new Set<FileHandle>();

  async function write(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(directory, path);
    if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true });
    made.add(dirname(target));
    // Nothing that was there before is written over.
    await writeFile(target, content, { flag: "wx" });
    hashes.set(path, createHash("sha256").update(content).digest("hex"));
  }

  return {
    write,
    async open(path: string): Promise<Growing> {
      const hash = createHash("sha256");
      const handle = await open(join(directory, path), "wx");
      growing.add(handle);
      return {
        async add(text) {
          hash.update(text);
          await handle.appendFile(text);
        },
        async end() {
          growing.delete(handle);
          await handle.close();
          hashes.set(path, hash.digest("hex"));
        },
      };
    },
    /** Closes what did not come to its end. */
    async [Symbol.asyncDispose](): Promise<void> {
      for (const handle of growing) await handle.close();
    },
    /** In the format of `sha256sum`, which takes lines with a `#` for comments; the signature covers both. */
    async seal(facts: readonly string[], key: NoteKey): Promise<void> {
      const lines = [...hashes].sort(([one], [other]) => (one < other ? -1 : 1));
      const manifest = [
        ...["signalbox audit export v1", ...facts].map((fact) => `# ${fact}\n`),
        ...lines.map(([path, hash]) => `${hash}  ${path}\n`),
      ].join("");
      await write("SHA256SUMS", manifest);
      await write("SHA256SUMS.sig", key.sign(Buffer.from(manifest)));
    },
  };
}

export type Folder = Awaited<ReturnType<typeof openFolder>>;
