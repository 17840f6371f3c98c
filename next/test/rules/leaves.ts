/** The dotted path of every value in a tree, found by walking it, so that a field added to a type is found too. */
export function leavesOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isBranch(value) ? leavesOf(value).map((path) => `${key}.${path}`) : [key],
  );
}

/** A copy in which the value at this path is another one of its kind. */
export function altered<Tree extends object>(tree: Tree, path: string): Tree {
  return changed(tree, path, another);
}

/** A copy in which this is the value at this path, whatever was there. */
export function withValue<Tree extends object>(tree: Tree, path: string, value: unknown): Tree {
  return changed(tree, path, () => value);
}

function changed<Tree extends object>(
  tree: Tree,
  path: string,
  change: (before: unknown) => unknown,
): Tree {
  const copy = structuredClone(tree);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let branch: object = copy;
  for (const key of keys) branch = Reflect.get(branch, key);
  Reflect.set(branch, last, change(Reflect.get(branch, last)));
  return copy;
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function another(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return `${value}x`;
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    default:
      return "something";
  }
}
