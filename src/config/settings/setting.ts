import { z } from "zod";

export interface Setting {
  /** The words of docs/configuration.md, in Markdown. */
  says: string;
  default?: string;
  /** The default in docs/configuration.md, in Markdown, if it is not one text. */
  usual?: string;
  /** A file may hold it: `X_FILE` names the file of `X`. */
  isSecret?: true;
  /** A fault continues the setting's name, says what to do, and repeats nothing of the value. */
  read: z.ZodType;
}

/** Reads the settings of a table together, so that every fault is found at once. */
export function readerOf<Table extends Record<string, Setting>>(table: Table) {
  const readers = Object.entries(table).map(([name, { read, default: text }]) => [
    name,
    text === undefined ? read : read.prefault(text),
  ]);
  // `fromEntries` forgets which name has which reader.
  return z.object(Object.fromEntries(readers) as { [Name in keyof Table]: Table[Name]["read"] });
}

/** The setting must be given, and have this form. */
export function required(what: string, form: RegExp = /./) {
  const error = `must be set: ${what}.`;
  return z.string({ error }).regex(form, { error });
}

/** None of these settings may be given. */
export function refused(names: readonly string[], why: string) {
  const none = z.undefined({ error: `must not be set ${why}.` }).optional();
  return z.object(Object.fromEntries(names.map((name) => [name, none]))).transform(() => ({}));
}

export function number(from: number, to: number, form = /^[0-9]+$/) {
  const error = `must be a number from ${from} to ${to}.`;
  const isOne = (text: string) =>
    form.test(text) &&
    text.length <= String(to).length &&
    Number(text) >= from &&
    Number(text) <= to;
  return z.string().refine(isOne, { error, abort: true }).transform(Number);
}

export const WITHOUT_LEADING_ZERO = /^[1-9][0-9]*$/;

export function list(what: string, form: RegExp) {
  return z
    .string()
    .transform((text) => text.split(",").map((each) => each.trim()))
    .refine((each) => each.every((one) => form.test(one)), {
      error: `must be ${what}.`,
      abort: true,
    })
    .refine(isEachOnce, { error: "names one twice.", abort: true });
}

export const isEachOnce = (texts: readonly string[]) => new Set(texts).size === texts.length;

/** Tokens travel there: https, or http on this machine. */
export function address(what: string) {
  const error = `must be ${what}, with https (http only on this machine), and without credentials, query or fragment.`;
  return z.string({ error }).refine(isSafeAddress, { error });
}

function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  const isLoopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}
