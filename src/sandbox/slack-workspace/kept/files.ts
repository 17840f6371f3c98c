import { mimetypeOf } from "../mimetype.ts";
import { SlackError } from "../slack-error.ts";
import { secret, slackId } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** Nobody says how long Slack's upload URLs live; a caller who needs longer than this has forgotten. */
const TICKET_LIFE_MS = 10 * 60_000;

/** A file as it is kept. */
export interface KeptFile {
  id: string;
  name: string;
  title: string;
  altText?: string;
  /** A picture is one by its bytes, whatever the name says. */
  mimetype: string;
  base64: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The person who uploaded it; else it is the app's. */
  userId?: string;
}

/** A file that a person chose, before it is kept. `at` is in milliseconds since 1970. */
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

/** An upload has three steps, and a file is there only after the last: announced, received, completed. */
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

    /** Whether the ticket is for an upload of this app in this workspace. */
    expects: (ticket: string): boolean => uploads.has(ticket),

    /** Throws when the ticket is unknown, used or expired, or when this is not the announced number of bytes. */
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

    /** All of them or none: each must have been received, and may be completed once. */
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

    /** A person's, which is there at once. */
    keep: (file: KeptFile): void => kept.set(file.id, file),
    find: (id: string): KeptFile | undefined => kept.get(id),
    all: (): KeptFile[] => kept.values(),
  };
}

export type Files = ReturnType<typeof createFiles>;
