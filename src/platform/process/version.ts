import { readFileSync } from "node:fs";

/** The version in package.json, and the commit where the image's builder named it. */
export function readVersion(env: Record<string, string | undefined>): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  const commit = env.SIGNALBOX_COMMIT?.trim() ?? "";
  return /^[0-9a-f]{7,40}$/.test(commit) ? `${version} (${commit.slice(0, 12)})` : version;
}
