const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The dotted path of every value in a tree, so that a field added to a type is found too. */
export function leavesOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isBranch(value) ? leavesOf(value).map((path) => `${key}.${path}`) : [key],
  );
}

/** A copy in which the value at this path is another one of its kind. */
export function altered<Tree extends object>(tree: Tree, path: string): Tree {
  const before = path
    .split(".")
    .reduce<unknown>((each, key) => Reflect.get(Object(each), key), tree);
  if (typeof before === "boolean") return withValue(tree, path, !before);
  return withValue(tree, path, typeof before === "number" ? before + 1 : `${before}x`);
}

/** A copy in which this is the value at this path, whatever was there. */
export function withValue<Tree extends object>(tree: Tree, path: string, value: unknown): Tree {
  const copy = structuredClone(tree);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  Reflect.set(
    keys.reduce<object>((each, key) => Reflect.get(each, key), copy),
    last,
    value,
  );
  return copy;
}
