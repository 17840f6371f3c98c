/** The dotted path of every value in a tree, found by walking it, so that a field added to a type is found too. */
export function leavesOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isBranch(value) ? leavesOf(value).map((path) => `${key}.${path}`) : [key],
  );
}

/** The value at this path; undefined where there is none. */
export function leafOf(tree: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (branch, key) => (isBranch(branch) ? Reflect.get(branch, key) : undefined),
      tree,
    );
}

/** A copy in which the value at this path is another one of its kind. */
export function altered<Tree extends object>(tree: Tree, path: string): Tree {
  return changed(tree, path, (branch, last) => {
    Reflect.set(branch, last, another(Reflect.get(branch, last)));
  });
}

/** A copy in which this is the value at this path, whatever was there. */
export function withValue<Tree extends object>(tree: Tree, path: string, value: unknown): Tree {
  return changed(tree, path, (branch, last) => {
    Reflect.set(branch, last, value);
  });
}

/** A copy in which there is nothing at this path. */
export function without<Tree extends object>(tree: Tree, path: string): Tree {
  return changed(tree, path, (branch, last) => {
    Reflect.deleteProperty(branch, last);
  });
}

function changed<Tree extends object>(
  tree: Tree,
  path: string,
  change: (branch: object, last: string) => void,
): Tree {
  const copy = structuredClone(tree);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let branch: object = copy;
  for (const key of keys) branch = Reflect.get(branch, key);
  change(branch, last);
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
