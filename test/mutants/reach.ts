import { parseAst } from "vitest/node";
import type { Node } from "./operators.ts";
import { childrenOf, isNode } from "./operators.ts";

/** One function: where it stands, and its body. */
interface Place {
  start: number;
  body: Node;
}

/** The source, in which each function writes down that it was entered: `file:start`, into `globalThis.reached`. */
export function recording(file: string, source: string): string {
  const inserted = functionsOf(source).flatMap(({ start, body }) => {
    const entered = `globalThis.reached?.add(${JSON.stringify(`${file}:${start}`)})`;
    return body.type === "BlockStatement"
      ? [{ at: body.start + 1, text: `${entered};` }]
      : [
          { at: body.start, text: `(${entered}, (` },
          { at: body.end, text: "))" },
        ];
  });
  return inserted
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), source);
}

/** The innermost function around a place in a source; undefined where a module runs it as it loads. */
export function functionAt(file: string, source: string, at: number): string | undefined {
  const around = functionsOf(source).filter(({ body }) => body.start <= at && at < body.end);
  const innermost = around.toSorted((one, other) => other.body.start - one.body.start)[0];
  return innermost && `${file}:${innermost.start}`;
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function functionsOf(source: string): Place[] {
  const found: Place[] = [];
  const visit = (node: Node): void => {
    const { type, start, body } = node;
    if (FUNCTIONS.has(type) && isNode(body)) found.push({ start, body });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(source, { lang: "ts" }) as unknown as Node);
  return found;
}
