import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import type { NoteKey } from "../rules/signed-note.ts";

/** A file that grows. */
export interface Growing {
  add(text: string): Promise<void>;
  end(): Promise<void>;
}

/** A new directory whose files are all hashed, and listed in a manifest that is signed. */
export async function openFolder(directory: string) {
  await mkdir(directory, { recursive: true });
  const hashes = new Map<string, string>();
  const made = new Set<string>();

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
    open(path: string): Growing {
      const hash = createHash("sha256");
      const stream = createWriteStream(join(directory, path), { flags: "wx" });
      return {
        async add(text) {
          hash.update(text);
          if (!stream.write(text)) await once(stream, "drain");
        },
        async end() {
          stream.end();
          await finished(stream);
          hashes.set(path, hash.digest("hex"));
        },
      };
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
