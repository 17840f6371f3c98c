import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";
import { everyScreen } from "./support/screens.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** SQL, and the words of `docs/authority.md`, which no screen shows. */
const NO_SCREENS = /^src\/(platform\/database|authority)\//;

const MOST_WORDS = 25;
/** Stands for what a text is given when it is drawn: one word. */
const GIVEN = "Given";

/** What a treasurer would read twice, by the patterns of plain English that can be counted. */
const PATTERNS: Record<string, RegExp> = {
  stands: /\b(stands?|stood)\b/i,
  "goes on": /\b(goes|go|going) on\b/i,
  whoever: /\b(whoever|whomever|those who|those that)\b/i,
  "told of": /\b(told|tells?|telling) of\b/i,
  "of which": /\b(of|into) (which|whom)\b/i,
  "in force": /\b(in|into) force\b/i,
  "asked for": /\b(asked|asks|asking) for\b/i,
  "for ever": /\bfor ever\b|\bany more\b/i,
  blanks: /\bblanks\b/i,
  parted: /\bparted\b|\bmended\b/i,
  "such as": /\bsuch as\b/i,
  none: /\b(and is none|there is none|is nobody|nobody yet|for want of)\b/i,
  "read-back": /\bread[- ]back\b/i,
  quorum: /\bquorums?\b/i,
  please: /\bplease\b/i,
  opener: /^(Of|Where|Who|What|Also|So) (?!.*\?$).*\.$/,
};

export interface Hit {
  pattern: string;
  /** The source file, or the screen on which a sentence is put together. */
  where: string;
  sentence: string;
}

/** Each sentence that a person can be shown and that has one of the patterns: in texts of the source, and on every screen. */
export function wordHits(): Hit[] {
  const written = globSync("src/**/*.{ts,js,html}", { cwd: ROOT })
    .filter((path) => !NO_SCREENS.test(path))
    .sort()
    .flatMap((path) => textsIn(path).map((text) => ({ where: path, text })));
  const { messages, views } = everyScreen(GIVEN);
  const drawn = Object.entries({ ...messages, ...views }).flatMap(([name, screen]) =>
    textsOn(screen).map((text) => ({ where: `screen: ${name.replace(/ \d+$/, "")}`, text })),
  );
  const hits = [...written, ...drawn].flatMap(({ where, text }) =>
    sentencesOf(text).flatMap((sentence) =>
      patternsIn(sentence).map((pattern) => ({ pattern, where, sentence })),
    ),
  );
  // A pattern on a screen is one in the source; only a sentence can grow too long while it is put together.
  const told = new Set<string>();
  return hits.filter(({ pattern, where, sentence }) => {
    if (where.startsWith("screen: ") && pattern !== LONG) return false;
    const isNew = !told.has(`${pattern} ${sentence}`);
    told.add(`${pattern} ${sentence}`);
    return isNew;
  });
}

/** Names in a list, and the groups of an address, which are all alike here: they count as one word. */
const ALIKE = /\b(\w+)(?:,? \1\b)+/g;

const LONG = `over ${MOST_WORDS} words`;

function patternsIn(sentence: string): string[] {
  const named = Object.entries(PATTERNS).filter(([, pattern]) => pattern.test(sentence));
  const isLong =
    sentence
      .replace(ALIKE, "$1")
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word)).length > MOST_WORDS;
  return [...named.map(([name]) => name), ...(isLong ? [LONG] : [])];
}

const STYLES = /\{.*:.*;/;

/** Slack's own words, which the sandbox repeats. */
const SLACKS = "Please complete this required field.";

/** A line break ends a sentence, too. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n|(?<=[.?!])\s+(?=[^a-z])/)
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) => /\S\s+\S/.test(sentence) && !STYLES.test(sentence) && sentence !== SLACKS,
    );
}

/** What is written in a file between quotes, each with one word for what it is given; of a page also what is between tags. */
function textsIn(path: string): string[] {
  const source = readFileSync(join(ROOT, path), "utf8");
  if (path.endsWith(".html"))
    return source.replaceAll(/<(style|script).*?<\/\1>/gs, "").split(/<[^>]*>/);
  const texts: string[] = [];
  visit(parseAst(source, { lang: path.endsWith(".ts") ? "ts" : "js" }), (node) => {
    if (node.type === "Literal" && typeof node.value === "string") texts.push(node.value);
    if (node.type === "TemplateLiteral" && Array.isArray(node.quasis)) {
      texts.push(node.quasis.map(({ value }) => value.cooked).join(GIVEN));
    }
  });
  return texts;
}

type Node = Record<string, unknown>;

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  else if (isNode(node)) {
    if (node.type === "TaggedTemplateExpression") return;
    see(node);
    for (const each of Object.values(node)) visit(each, see);
  }
}

/** The leaves of a line of rich text are one text; every other text is its own. */
function textsOn(shown: unknown): string[] {
  if (Array.isArray(shown)) return shown.flatMap(textsOn);
  if (!isNode(shown)) return [];
  if (shown.type === "rich_text_section" && Array.isArray(shown.elements)) {
    return [
      shown.elements.map((leaf) => (typeof leaf.text === "string" ? leaf.text : GIVEN)).join(""),
    ];
  }
  const own = typeof shown.text === "string" ? [shown.text] : [];
  return [...own, ...Object.values(shown).flatMap(textsOn)];
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
