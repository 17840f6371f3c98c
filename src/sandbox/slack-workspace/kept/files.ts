import { LIMITS } from "../blocks/limits.ts";
import { SlackError } from "../slack-error.ts";
import { secret, slackId } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** A file of the app. */
export interface KeptFile {
  id: string;
  name: string;
  title: string;
  base64: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

interface Upload {
  id: string;
  name: string;
  length: number;
  announcedAt: number;
  bytes?: Buffer;
}

/**
 * An upload has three steps: announced, received, completed. The file exists after the last one.
 */
export function createFiles(store: Collections, now: () => number) {
  const kept: Collection<KeptFile> = store.collection("file");
  const uploads = new Map<string, Upload>();

  return {
    announce(file: Pick<Upload, "name" | "length">): { id: string; ticket: string } {
      const id = slackId("F");
      const ticket = secret();
      uploads.set(ticket, { ...file, id, announcedAt: now() });
      return { id, ticket };
    },

    /** True if the ticket is for an upload in this workspace. */
    expects: (ticket: string): boolean => uploads.has(ticket),

    /**
     * Throws if the ticket is unknown, used or expired, or if the number of bytes is not the
     * announced one.
     */
    receive(ticket: string, bytes: Buffer): void {
      const upload = uploads.get(ticket);
      if (!upload || upload.bytes) throw new SlackError("unknown_upload_url");
      if (now() - upload.announcedAt > LIMITS.uploadMs) throw new SlackError("expired_upload_url");
      if (bytes.length !== upload.length) {
        const reason = `${upload.length} bytes were announced, ${bytes.length} came`;
        throw new SlackError("length_mismatch", [reason]);
      }
      upload.bytes = bytes;
    },

    /** Completes all files or none. Each must have been received, and can be completed once. */
    complete(wanted: readonly { id: string; title?: string | undefined }[]): KeptFile[] {
      const found = wanted.map(({ id, title }) => {
        const [ticket, upload] = [...uploads].find(([, each]) => each.id === id) ?? [];
        if (!ticket || !upload?.bytes) throw new SlackError("file_not_found");
        const { name, bytes } = upload;
        const base64 = bytes.toString("base64");
        return { ticket, file: { id, name, title: title || name, base64, createdAt: now() } };
      });
      for (const { ticket, file } of found) {
        uploads.delete(ticket);
        kept.set(file.id, file);
      }
      return found.map(({ file }) => file);
    },
  };
}

export type Files = ReturnType<typeof createFiles>;

/** Writes a file as the answer of `files.completeUploadExternal` carries it. */
export const toSlackFile = ({ id, name, title, base64, createdAt }: KeptFile) => ({
  ...{ id, name, title },
  created: Math.floor(createdAt / 1_000),
  size: Buffer.byteLength(base64, "base64"),
  mode: "hosted",
  is_external: false,
});
