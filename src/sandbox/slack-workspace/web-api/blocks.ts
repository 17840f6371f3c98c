import type { Fault } from "../blocks/fault.ts";
import type { BlockRules } from "../blocks/list-rules.ts";
import { faultsOfMessage, faultsOfView, readBlocks, within } from "../blocks/read.ts";
import { SlackError } from "../slack-error.ts";
import { optionalJson } from "./args.ts";
import type { Family, Method } from "./method.ts";

/** Each reader takes one kind of payload. Bare blocks count as blocks of a message. */
const READERS: Readonly<Record<string, (value: unknown, rules: BlockRules) => Fault[]>> = {
  blocks: (value, rules) => {
    const faults = readBlocks(value, rules).faults ?? [];
    return faults.map((fault) => within(rules.assumed.validatePointerRoot, fault));
  },
  message: faultsOfMessage,
  view: faultsOfView,
};

/** A caller is anonymous, so it could have any picture and any scope. */
const validate: Method = (args, { assumed }) => {
  const rules = { isPicture: () => true, mayReadFiles: true, assumed: assumed.blockKit };
  const given = Object.entries(READERS).flatMap(([name, faultsOf]) => {
    const value = optionalJson(args, name);
    return value === undefined ? [] : [{ name, faults: faultsOf(value, rules) }];
  });
  const [only, ...others] = given;
  if (!only || others.length > 0) {
    throw new SlackError("invalid_arguments", ["[ERROR] provide one of blocks, message or view"]);
  }
  if (only.faults.length === 0) return {};
  const errors = only.faults.map(({ refusedAs: _, ...error }) => error);
  throw new SlackError(`invalid_${only.name}`, [], errors);
};

export const blocks: Family = { token: "none", methods: { "blocks.validate": validate } };
