/** The files that name the version, by their paths. */
export type Texts = Record<string, string>;

/** Each file names the version once, between these two. */
const PLACES: Record<string, readonly [string, string]> = {
  "package.json": ['"version": "', '"'],
  "package-lock.json": ['"version": "', '"'],
  Dockerfile: ['org.opencontainers.image.version="', '"'],
  "deploy/kubernetes/kustomization.yaml": ['newTag: "', '"'],
};
const CHANGELOG = "CHANGELOG.md";
const UNRELEASED = "## [Unreleased]\n";
export const VERSIONED = [...Object.keys(PLACES), CHANGELOG];

/** The same files at that version (`1.2.3`), released on that day (`2026-11-23`). Throws where it cannot be released. */
export function released(texts: Texts, version: string, day: string): Texts {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!numbers) throw new Error("Give the version: npm run release -- 1.2.3");
  const changes = textOf(texts, CHANGELOG);
  if (changes.includes(`## [${version}]`))
    throw new Error(`${version} is in CHANGELOG.md already.`);
  const [before = "", after] = changes.split(UNRELEASED);
  if (!/^[^#]*(###[^#]*)*\n- /m.test(after?.split(/^## /m)[0] ?? "")) {
    throw new Error("CHANGELOG.md has nothing under Unreleased.");
  }
  const now = /"version": "([^"]+)"/.exec(textOf(texts, "package.json"))?.[1] ?? "";
  if (now.localeCompare(version, "en", { numeric: true }) > 0) {
    throw new Error(`${version} is older than ${now}.`);
  }
  const named = Object.entries(PLACES).map(([path, [start, end]]) => {
    const text = textOf(texts, path);
    // The lock file names it for the whole, and for the root package.
    const count = path === "package-lock.json" ? 2 : 1;
    const parts = text.split(`${start}${now}${end}`);
    if (parts.length <= count) throw new Error(`${path} does not name ${now}.`);
    const rest = parts.slice(count).join(`${start}${now}${end}`);
    return [path, [...parts.slice(0, count), rest].join(`${start}${version}${end}`)];
  });
  const heading = `${UNRELEASED}\n## [${version}] - ${day}\n`;
  return { ...Object.fromEntries(named), [CHANGELOG]: `${before}${heading}${after}` };
}

function textOf(texts: Texts, path: string): string {
  const text = texts[path];
  if (text === undefined) throw new Error(`${path} is missing.`);
  return text;
}
