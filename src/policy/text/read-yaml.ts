import type { Node, ParsedNode, YAMLError } from "yaml";
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

/** Both count from 1. */
export interface Place {
  line: number;
  column: number;
}

export interface TextFault extends Place {
  /** A sentence for people. */
  why: string;
}

export type Path = readonly (string | number)[];

/** A value as JSON could hold it, and where its parts stand. */
export interface YamlValue {
  value: unknown;
  /** The place of this path or of the nearest thing around it; for a value with a key, the place of the key. */
  placeOf: (path: Path) => Place;
}

export type ReadYaml = { ok: true; yaml: YamlValue } | { ok: false; faults: TextFault[] };

/** A policy is five deep; what is deeper is none. */
const DEEPEST = 8;
/** One slip may make many. */
const MOST_FAULTS = 20;

/**
 * Reads one document of plain YAML 1.2 (core schema). Anchors, aliases, tags, directives, repeated keys and clever numbers
 * are faults.
 */
export function readYaml(text: string): ReadYaml {
  const counter = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const directive = text.search(/^%/m);
  if (directive !== -1) {
    const before = text.slice(0, directive);
    const line = before.split("\n").length;
    return {
      ok: false,
      faults: [{ line, column: 1, why: "A line that begins with % is not taken." }],
    };
  }

  const parsed = parseDocument(text, {
    version: "1.2",
    schema: "core",
    strict: true,
    stringKeys: true,
    merge: false,
    prettyErrors: false,
    lineCounter: counter,
    // The walk below finds a key that is there twice, in less time.
    uniqueKeys: false,
    // Not lower: it would drop the error of a second document.
    logLevel: "error",
  });
  const broken = [...parsed.errors, ...parsed.warnings].map((error) => ({
    ...placeAt(error.pos[0]),
    why: syntaxFault(error),
  }));
  if (broken.length > 0) return { ok: false, faults: broken.slice(0, MOST_FAULTS) };

  const { value, faults, places } = walked(parsed.contents, placeAt);
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, MOST_FAULTS) };
  return { ok: true, yaml: { value, placeOf: (path) => nearest(places, path) } };
}

function walked(contents: ParsedNode | null, placeAt: (offset: number) => Place) {
  const faults: TextFault[] = [];
  const places = new Map<string, Place>();

  function fault(node: Node, why: string): null {
    faults.push({ ...placeAt(node.range?.[0] ?? 0), why });
    return null;
  }

  function walk(node: unknown, path: Path): unknown {
    if (isAlias(node)) return fault(node, ALIAS);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return null;
    const key = keyOf(path);
    if (!places.has(key)) places.set(key, placeAt(node.range?.[0] ?? 0));
    if (node.anchor !== undefined) return fault(node, ALIAS);
    if (node.tag !== undefined) return fault(node, "Tags (!) are not taken.");
    if (path.length > DEEPEST) return fault(node, "This is nested too deep.");
    if (isSeq(node)) return node.items.map((item, index) => walk(item, [...path, index]));
    if (isScalar(node)) return scalar(node);
    const fields = new Map<string, unknown>();
    for (const pair of node.items) {
      if (!isScalar(pair.key)) continue;
      const name = String(walk(pair.key, [...path, KEY]));
      if (fields.has(name)) fault(pair.key, "This is there twice.");
      places.set(keyOf([...path, name]), placeAt(pair.key.range?.[0] ?? 0));
      fields.set(name, walk(pair.value, [...path, name]));
    }
    // Not by assignment: a key named __proto__ is one like any other.
    return Object.fromEntries(fields);
  }

  function scalar(node: Node & { value: unknown; source?: string; type?: string }): unknown {
    const { value, source = "" } = node;
    const isWritten = typeof value !== "number" || /^(?:0|[1-9][0-9]{0,8})$/.test(source);
    return isWritten
      ? value
      : fault(node, "Write whole numbers in plain digits. Put a text of digits in quotes.");
  }

  return { value: walk(contents, []), faults, places };
}

/** The path of a key itself, while it is looked at. */
const KEY = "\u0000key";
const ALIAS = "Anchors (&) and aliases (*) are not taken: write it out.";

const keyOf = (path: Path) => JSON.stringify(path);

function nearest(places: ReadonlyMap<string, Place>, path: Path): Place {
  const place = places.get(keyOf(path));
  if (place) return place;
  return path.length === 0 ? { line: 1, column: 1 } : nearest(places, path.slice(0, -1));
}

/** The library's own words say what they found, but not what to write. */
function syntaxFault({ code, message }: YAMLError): string {
  switch (code) {
    case "BAD_SCALAR_START":
      return "Put a text that begins with a special character, for example @, in quotes.";
    case "TAB_AS_INDENT":
      return "Begin lines with spaces, not with tabs.";
    case "MULTIPLE_DOCS":
      return "There is a second document behind ---; a policy is one.";
    case "TAG_RESOLVE_FAILED":
      return "Tags (!) are not taken.";
    case "RESOURCE_EXHAUSTION":
      return "This is nested too deep.";
    default:
      return `This is not YAML: ${message.replace(/[^ -~]+/g, " ").slice(0, 150)}.`;
  }
}
