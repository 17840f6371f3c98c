import { parseAst } from "vitest/node";

/** One condition taken out of one file: the text from `start` to `end` replaced by another. */
export interface Removal {
  file: string;
  line: number;
  start: number;
  end: number;
  replace: string;
  /** What was there, and what is instead: the removal's name. */
  says: string;
}

type Node = Record<string, unknown> & { type: string; start: number; end: number };

const NEIGHBOUR: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
};
const OTHER_CALL: Readonly<Record<string, string>> = { some: "every", every: "some" };

/** Every condition of a source, each removed once, in its order. */
export function removalsOf(file: string, source: string): Removal[] {
  const found: Removal[] = [];
  const visit = (node: Node): void => {
    for (const [at, replace] of insteadOf(node, source)) {
      const { start, end } = at;
      const line = source.slice(0, start).split("\n").length;
      const says = `${brief(source.slice(node.start, node.end))} → ${brief(replace)}`;
      found.push({ file, line, start, end, replace, says });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  const tree: unknown = parseAst(source, { lang: "ts" });
  if (isNode(tree)) visit(tree);
  return found;
}

const brief = (text: string) => text.replace(/\s+/g, " ").slice(0, 36);

const isNode = (thing: unknown): thing is Node =>
  typeof thing === "object" && thing !== null && "type" in thing && "start" in thing;

/** Types are not run, and imports hold no condition. */
function childrenOf(node: Node): Node[] {
  const { type } = node;
  if (type === "ImportDeclaration") return [];
  if (type.startsWith("TS")) return isNode(node.expression) ? [node.expression] : [];
  return Object.values(node).flat().filter(isNode);
}

/** What can stand instead of a node, or of a part of it, with a condition less. */
function insteadOf(node: Node, source: string): [Node, string][] {
  const text = ({ start, end }: Node) => source.slice(start, end);
  const { type, test, left, right, argument, callee, elements } = node;
  const instead = (at: Node, ...texts: string[]) => texts.map((each): [Node, string] => [at, each]);
  switch (type) {
    case "IfStatement":
      return isNode(test) ? instead(test, "false") : [];
    case "ConditionalExpression":
      return isNode(test) ? instead(test, "true", "false") : [];
    case "LogicalExpression":
      if (!isNode(left) || !isNode(right)) return [];
      return instead(node, `(${text(left)})`, `(${text(right)})`);
    case "BinaryExpression": {
      const other = NEIGHBOUR[String(node.operator)];
      if (!other || !isNode(left) || !isNode(right)) return [];
      return instead(node, `${text(left)} ${other} ${text(right)}`);
    }
    case "UnaryExpression":
      return node.operator === "!" && isNode(argument) ? instead(node, text(argument)) : [];
    case "CallExpression": {
      if (!isNode(callee) || callee.type !== "MemberExpression") return [];
      const { object, property } = callee;
      if (!isNode(object) || !isNode(property)) return [];
      if (text(property) === "filter") return instead(node, text(object));
      const other = OTHER_CALL[text(property)];
      return other ? instead(property, other) : [];
    }
    case "ArrayExpression": {
      const all = Array.isArray(elements) ? elements.filter(isNode) : [];
      if (all.length < 2) return [];
      const without = (each: Node) => all.filter((other) => other !== each).map(text);
      return instead(node, ...all.map((each) => `[${without(each).join(", ")}]`));
    }
    default:
      return [];
  }
}
