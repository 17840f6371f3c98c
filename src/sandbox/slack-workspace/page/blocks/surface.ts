import type { StateValues } from "../../kept/element-values.ts";
import type { DateReader } from "./dates.ts";

/** Whoever reads the blocks: mentions and dates are written for this person. */
export interface Reader extends DateReader {
  nameOf(userId: string): string;
  /** The name behind the # of a channel; undefined for one that nobody knows. */
  channelName(id: string): string | undefined;
  /** A link to a message of this workspace keeps the reader on the page. */
  addressOf(url: string): string;
}

/** Blocks stand here: on a message, in a view or on a Home, as one person sees it. */
export interface Surface {
  reader: Reader;
  /** The ids of its elements begin so. */
  key: string;
  /** What is done here is posted to this address, with the name of the surface. */
  acts: string;
  name: object;
  /** The person's entries, and the faults of inputs by their block_id. */
  values: StateValues;
  errors: Readonly<Record<string, string>>;
  /** The people and the conversations that a menu offers this person, by id. */
  people: ReadonlyMap<string, string>;
  conversations: ReadonlyMap<string, string>;
}
