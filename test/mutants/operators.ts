import { parseAst } from "vitest/node";

/** One small mistake in one file: the text from `start` to `end` replaced by another. */
export interface Mutant {
  /** Below the root of the repository. */
  file: string;
  start: number;
  end: number;
  replace: string;
  /** The operator, in words. */
  mistake: string;
}

export type Node = Record<string, unknown> & { type: string; start: number; end: number };
type Mistake = Omit<Mutant, "file">;

const SWAPPED: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
};

/** Operators of SQL, which stand in calls as texts. */
const SWAPPED_IN_SQL: Readonly<Record<string, string>> = {
  "=": "!=",
  "!=": "=",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  is: "is not",
  "is not": "is",
  in: "not in",
  "not in": "in",
};

const SWAPPED_CALLS: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  find: "findLast",
  min: "max",
  max: "min",
};

const LEFT_OUT = new Set([
  ...["where", "whereRef", "orderBy", "limit", "distinct", "forUpdate"],
  ...["filter", "slice", "toSorted", "toReversed", "trim", "toLowerCase", "toUpperCase"],
]);

/** Every mistake that the operators can make in a source, in its order. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const visit = (node: Node): void => {
    for (const mistake of mistakesAt(node, source)) found.push({ file, ...mistake });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(source, { lang: "ts" }) as unknown as Node);
  return found;
}

export function mutated(source: string, { start, end, replace }: Mutant): string {
  return source.slice(0, start) + replace + source.slice(end);
}

export const isNode = (thing: unknown): thing is Node =>
  typeof thing === "object" && thing !== null && "type" in thing && "start" in thing;

/** Types are not run, and imports are not mistaken. */
export function childrenOf(node: Node): Node[] {
  const { type } = node;
  if (type === "ImportDeclaration" || type === "ExportAllDeclaration") return [];
  if (type.startsWith("TS")) return isNode(node.expression) ? [node.expression] : [];
  return Object.values(node).flat().filter(isNode);
}

function mistakesAt(node: Node, source: string): Mistake[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const { type, start, end, test, left, right, argument, expression, elements } = node;
  const instead = (mistake: string, replace: string, at: Node = node): Mistake => {
    const { start, end } = at;
    return { start, end, replace, mistake };
  };
  switch (type) {
    case "IfStatement":
    case "ConditionalExpression":
      if (!isNode(test)) return [];
      return [instead("condition always true", "true", test), instead("never", "false", test)];
    case "BinaryExpression":
    case "LogicalExpression": {
      if (!isNode(left) || !isNode(right)) return [];
      const operator = String(node.operator);
      if (operator === "??") return [instead("fallback left out", textOf(left))];
      const other = SWAPPED[operator] ?? otherSum(operator, left, right);
      if (other === undefined) return [];
      // Both sides in brackets: `a && b || c` means something else.
      const swapped = `((${textOf(left)}) ${other} (${textOf(right)}))`;
      return [instead(`${operator} is ${other}`, swapped)];
    }
    case "UnaryExpression":
      return node.operator === "!" && isNode(argument)
        ? [instead("! left out", `!!${textOf(argument)}`)]
        : [];
    case "Literal":
      if (typeof node.value === "boolean") return [instead("flipped", `${!node.value}`)];
      return typeof node.value === "number" ? [instead("one more", `${node.value + 1}`)] : [];
    case "ExpressionStatement":
      return isNode(expression) && isCall(expression) ? [instead("call left out", ";")] : [];
    case "CallExpression":
      return callMistakes(node, textOf);
    case "ArrayExpression": {
      const all = Array.isArray(elements) ? elements.filter(isNode) : [];
      if (all.length < 2) return [];
      return all.map((each) => {
        const others = all.filter((other) => other !== each).map(textOf);
        const replace = `[${others.join(", ")}]`;
        return { start, end, replace, mistake: `${textOf(each).slice(0, 40)} left out of a list` };
      });
    }
    default:
      return [];
  }
}

const isCall = ({ type, argument }: Node): boolean =>
  type === "CallExpression" || (type === "AwaitExpression" && isNode(argument) && isCall(argument));

function otherSum(operator: string, left: Node, right: Node): string | undefined {
  if (operator === "-") return "+";
  const isNumber = [left, right].some(({ value }) => typeof value === "number");
  if (operator === "+") return isNumber ? "-" : undefined;
  return operator === "*" ? "/" : undefined;
}

function callMistakes(node: Node, textOf: (node: Node) => string): Mistake[] {
  const { callee, start, end } = node;
  const given = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];
  const inSql = given.flatMap((each): Mistake[] => {
    const other = typeof each.value === "string" ? SWAPPED_IN_SQL[each.value] : undefined;
    if (other === undefined || given.length < 3) return [];
    const replace = JSON.stringify(other);
    return [
      { start: each.start, end: each.end, replace, mistake: `${String(each.value)} is ${other}` },
    ];
  });
  if (!isNode(callee) || callee.type !== "MemberExpression") return inSql;
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return inSql;
  const name = String(property.name);
  if (LEFT_OUT.has(name)) {
    inSql.push({ start, end, replace: textOf(object), mistake: `.${name} left out` });
  }
  const other = Object.hasOwn(SWAPPED_CALLS, name) ? SWAPPED_CALLS[name] : undefined;
  if (other !== undefined) {
    const { start, end } = property;
    inSql.push({ start, end, replace: other, mistake: `${name} is ${other}` });
  }
  return inSql;
}
