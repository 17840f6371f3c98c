import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reads } from "../../harness/person.ts";
import { startProcess } from "../../harness/seam.ts";
import type { StageOptions } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { openRegistered, type Team, TREASURY } from "../../scenarios/team.ts";

/** A team, and the files that Slack was sent since they were last taken. */
export async function openExporting(given: StageOptions = {}) {
  const files = new Map<string, string>();
  const names: string[] = [];
  const stage = await openRegistered({
    ...given,
    start: (env, { fetch, ...outside }, options) => {
      const spy: typeof fetch = async (url, init) => {
        const body = String(init?.body);
        if (String(url).includes("files.getUploadURLExternal")) {
          names.push(new URLSearchParams(body).get("filename") ?? "");
        }
        if (String(url).includes("/upload/")) files.set(names.at(-1) ?? "", body);
        return fetch(url, init);
      };
      return startProcess(env, { ...outside, fetch: spy }, options);
    },
  });
  return {
    stage,
    take: () => {
      const taken = Object.fromEntries(files);
      files.clear();
      return taken;
    },
  };
}

/** What somebody is told who asks for the audit of a period. */
export async function askForAudit(stage: Team, by: string, period: string): Promise<string> {
  await stage.as(by).say(TREASURY, `${WORDS.command} audit ${period}`);
  await stage.settle();
  const own = (await stage.as(by).messages(TREASURY)).filter(({ ephemeral }) => ephemeral);
  return reads(own.at(-1) ?? { blocks: [] });
}

const DOCUMENT = new URL("../../../docs/verify.md", import.meta.url);
const OTHER = new URL("second-verifier.py", import.meta.url).pathname;

/** The verifier that the document shows, and one in another language. */
export function verifiersIn(folder: string) {
  const [, script = ""] = /```js\n(.*?)```/s.exec(readFileSync(DOCUMENT, "utf8")) ?? [];
  const ours = join(folder, "..", "verify.mjs");
  writeFileSync(ours, script);
  return [
    [process.execPath, ours],
    ["python3", OTHER],
  ] as const;
}

/** What a verifier prints, and whether nothing is wrong. */
export function verify(
  [program, script]: readonly [string, string],
  ...given: string[]
): Promise<{ isFine: boolean; says: string }> {
  return new Promise((resolve) => {
    execFile(program, [script, ...given], (error, out) => {
      resolve({ isFine: error === null, says: out });
    });
  });
}
