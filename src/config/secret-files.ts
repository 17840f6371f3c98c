import { readFileSync } from "node:fs";
import { SECRETS } from "./settings.ts";

type Environment = Record<string, string | undefined>;

export interface SecretsRead {
  /** With each secret under its own name. */
  env: Record<string, string>;
  /** The faults of the files; repeats nothing of a path or of a file's content. */
  faults: string[];
  /** The settings that could not be read: further complaints about them would only confuse. */
  unread: readonly string[];
}

/** Keeps the choice that a setting makes, such as the way to Slack, even if its file cannot be read. */
const NOT_READ = "not-read";

/** Ignores an empty value, and the white space around a value, such as a file's last line end. */
export function readSecrets(environment: Environment): SecretsRead {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const trimmed = value?.trim();
    if (trimmed) env[name] = trimmed;
  }
  const faults: string[] = [];
  const unread: string[] = [];
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (path === undefined) continue;
    const read = env[name] === undefined ? readSecret(name, path) : { fault: bothSet(name) };
    if ("fault" in read) {
      faults.push(read.fault);
      unread.push(name);
    }
    env[name] = "secret" in read ? read.secret : NOT_READ;
  }
  return { env, faults, unread };
}

const bothSet = (name: string) => `${name} and ${name}_FILE are both set: remove one of them.`;

function readSecret(name: string, path: string): { secret: string } | { fault: string } {
  try {
    const secret = readFileSync(path, "utf8").trim();
    return secret === ""
      ? { fault: `${name}_FILE names an empty file: write the secret into it.` }
      : { secret };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no code";
    return {
      fault: `${name}_FILE names a file that cannot be read (${code}): check the path, and who may read it.`,
    };
  }
}
