import type { DateReader } from "./dates.ts";

/** Whoever reads the blocks: mentions and dates are written for this person. */
export interface Reader extends DateReader {
  id: string;
  nameOf(userId: string): string;
  /** The name behind the # of a channel; undefined for one that nobody knows. */
  channelName(id: string): string | undefined;
  /** A link to a message of this workspace keeps the reader on the page. */
  addressOf(url: string): string;
}
