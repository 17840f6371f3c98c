import { mimetypeOf } from "../mimetype.ts";
import { SlackError } from "../slack-error.ts";
import { secret, slackId } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** Slack does not document how long its upload URLs work. */
const TICKET_LIFE_MS = 10 * 60_000;

/** A stored file. */
export interface KeptFile {
  id: string;
  name: string;
  title: string;
  altText?: string;
  /** The bytes alone say whether this is a picture. */
  mimetype: string;
  base64: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The person who uploaded it; absent for the app's own file. */
  userId?: string;
}

/** Makes a file from a person's choice. `at` is in milliseconds since 1970. */
export const chosenFile = (userId: string, name: string, bytes: Buffer, at: number): KeptFile => ({
  id: slackId("F"),
  name,
  title: name,
  mimetype: mimetypeOf(bytes, name),
  base64: bytes.toString("base64"),
  createdAt: at,
  userId,
});

interface Upload {
  id: string;
  name: string;
  length: number;
  altText?: string | undefined;
  announcedAt: number;
  bytes?: Buffer;
}

/** An upload has three steps: announced, received, completed. The file exists after the last one. */
export function createFiles(store: Collections, now: () => number) {
  const kept: Collection<KeptFile> = store.collection("file");
  const uploads = new Map<string, Upload>();
  const received = (id: string) =>
    [...uploads.entries()].find(([, upload]) => upload.id === id && upload.bytes !== undefined);

  return {
    announce(file: { name: string; length: number; altText?: string | undefined }): {
      id: string;
      ticket: string;
    } {
      const id = slackId("F");
      const ticket = secret();
      uploads.set(ticket, { ...file, id, announcedAt: now() });
      return { id, ticket };
    },

    /** True if the ticket is for an upload of this app in this workspace. */
    expects: (ticket: string): boolean => uploads.has(ticket),

    /** Throws if the ticket is unknown, used or expired, or if the number of bytes is not the announced one. */
    receive(ticket: string, bytes: Buffer): void {
      const upload = uploads.get(ticket);
      if (!upload || upload.bytes) throw new SlackError("unknown_upload_url");
      if (now() - upload.announcedAt > TICKET_LIFE_MS) throw new SlackError("expired_upload_url");
      if (bytes.length !== upload.length) {
        throw new SlackError("length_mismatch", [
          `${upload.length} bytes were announced, ${bytes.length} came`,
        ]);
      }
      upload.bytes = bytes;
    },

    /** Completes all files or none. Each must have been received, and can be completed once. */
    complete(wanted: readonly { id: string; title?: string | undefined }[]): KeptFile[] {
      const found = wanted.map(({ id, title }) => {
        const [ticket, upload] = received(id) ?? [];
        if (!ticket || !upload?.bytes) throw new SlackError("file_not_found");
        return { ticket, upload, bytes: upload.bytes, title };
      });
      return found.map(({ ticket, upload: { id, name, altText }, bytes, title }) => {
        const file: KeptFile = {
          id,
          name,
          title: title || name,
          ...(altText !== undefined && { altText }),
          mimetype: mimetypeOf(bytes, name),
          base64: bytes.toString("base64"),
          createdAt: now(),
        };
        uploads.delete(ticket);
        kept.set(id, file);
        return file;
      });
    },

    /** Keeps a person's file, which exists at once. */
    keep: (file: KeptFile): void => kept.set(file.id, file),
    find: (id: string): KeptFile | undefined => kept.get(id),
    all: (): KeptFile[] => kept.values(),
  };
}

export type Files = ReturnType<typeof createFiles>;
