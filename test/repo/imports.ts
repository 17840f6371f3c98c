import type { SourceFile } from "./source-file.ts";

/** From the lowest to the highest: a file imports only from its own layer and those before it. */
const LAYERS = [
  "src/platform/",
  "src/config",
  "src/request/",
  "src/freeze/",
  "src/settings/",
  "src/destination/",
  "src/rail/",
  "src/check/",
  "src/install/",
  "src/evidence/",
  "src/home/",
  "src/contents.ts",
  "src/process.ts",
  "src/app.ts",
  "src/operate.ts",
  "src/sandbox/start.ts",
  "src/main.ts",
];
/** The rest of the sandbox knows nothing but itself. */
const SANDBOX = /^(\.\.\/)?src\/sandbox\//;

/** The types and functions of a Rail, which the rules need, are no part of the client. */
const PURE =
  /^src\/(request\/rules\/|platform\/(text|payment-details)\/|platform\/rail-api\/rail\.ts)/;
/** Packages without clock, disk, network or chance; of the last only hashes are used. */
const PURE_PACKAGES = /^(@noble\/|@scure\/base$|canonicalize$|ibantools$|node:crypto$|zod$)/;
const IMPURE = /\bawait\b|\bDate\.now\b|new Date\(\)|\bperformance\b|\bprocess\.|\brandom/;

const layerOf = (path: string) => LAYERS.findIndex((layer) => path.startsWith(layer));

/** Each returns what is wrong, as sentences. */
type Find = (files: readonly SourceFile[]) => string[];

export const upwardImports: Find = (files) =>
  importsOf(files).flatMap(({ path, of, isOurs }) => {
    if (!isOurs || !path.startsWith("src/")) return [];
    if (SANDBOX.test(path) && SANDBOX.test(of)) return [];
    const [from, to] = [layerOf(path), layerOf(of)];
    return from >= 0 && to >= 0 && to <= from ? [] : [`${path} imports ${of}`];
  });

export const impurity: Find = (files) => {
  const pure = files.filter(({ path }) => PURE.test(path));
  return [
    ...importsOf(pure).flatMap(({ path, of, isOurs, isType }) =>
      isType || (isOurs ? PURE : PURE_PACKAGES).test(of) ? [] : [`${path} imports ${of}`],
    ),
    ...pure.flatMap(({ path, code }) => {
      const [impure] = IMPURE.exec(code) ?? [];
      return impure === undefined ? [] : [`${path} has ${impure}`];
    }),
  ];
};

const START = /^src\/(process|app|operate|main)\.ts$/;
/** These know the product by what it does. */
const OUTSIDE = /^test\/(scenarios|promises|campaign)\//;

/** Types of the seam are its own as well, so nothing else imports them. */
export const waysRoundTheSeam: Find = (files) =>
  importsOf(files).flatMap(({ path, of }) => {
    if (!path.startsWith("test/") || path === "test/harness/seam.ts") return [];
    const isContents = path.startsWith("test/promises/") && of === "src/contents.ts";
    const isOutside = isContents || SANDBOX.test(of);
    const isInside = OUTSIDE.test(path) && of.startsWith("src/") && !isOutside;
    return START.test(of) || isInside ? [`${path} imports ${of}`] : [];
  });

export const circles: Find = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(" → ")];
    if (done.has(path)) return [];
    const ours = byPath.get(path)?.imports.filter(({ isOurs }) => isOurs) ?? [];
    const found = ours.flatMap(({ of }) => visit(of, [...trail, path]));
    done.add(path);
    return found;
  };
  return files.flatMap(({ path }) => visit(path, []));
};

const importsOf = (files: readonly SourceFile[]) =>
  files.flatMap(({ path, imports }) => imports.map((each) => ({ path, ...each })));
