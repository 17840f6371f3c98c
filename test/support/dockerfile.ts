import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

/** What the image would be started with. */
export interface Image {
  /** Of this machine, in the place of WORKDIR. */
  directory: string;
  env: Record<string, string>;
  user: string;
  command: string[];
  healthCheck: string[];
}

interface Step {
  instruction: string;
  rest: string;
}

/**
 * Does the Dockerfile's steps in an empty directory, without Docker and its base image: this machine's Node stands for the
 * image's, and npm's cache stays. Its paths are taken as lying in WORKDIR. Throws on a step that it does not know.
 */
export async function buildImage(root: string, directory: string): Promise<Image> {
  const image: Image = { directory, env: {}, user: "root", command: [], healthCheck: [] };
  const isIgnored = await ignoring(root);
  let workdir = "/";
  const args = new Map<string, string>();
  for (const { instruction, rest } of await steps(root)) {
    switch (instruction) {
      case "ENV": {
        const [name = "", value = ""] = rest.split("=");
        image.env[name] = (args.get(value) ?? value).replace(workdir, directory);
        break;
      }
      case "ARG": {
        const [name, value = ""] = rest.split("=");
        args.set(`$${name}`, value.replaceAll('"', ""));
        break;
      }
      case "COPY": {
        const places = rest.split(" ");
        const target = join(directory, places.pop() ?? "");
        for (const place of places) {
          const to = places.length > 1 || rest.endsWith("/") ? join(target, place) : target;
          await mkdir(dirname(to), { recursive: true });
          const filter = (path: string) => !isIgnored(relative(root, path));
          await cp(resolve(root, place), to, { recursive: true, filter });
        }
        break;
      }
      case "RUN":
        execFileSync("sh", ["-ec", onThisMachine(rest)], {
          cwd: directory,
          env: { ...process.env, ...image.env },
          stdio: ["ignore", "ignore", "inherit"],
        });
        break;
      case "USER":
        image.user = rest;
        break;
      case "CMD":
        image.command = JSON.parse(rest);
        break;
      case "HEALTHCHECK":
        image.healthCheck = JSON.parse(rest.slice(rest.indexOf("[")));
        break;
      case "WORKDIR":
        workdir = rest;
        break;
      case "FROM":
      case "VOLUME":
      case "EXPOSE":
        break;
      default:
        throw new Error(`This is not known of a Dockerfile: ${instruction} ${rest}`);
    }
  }
  return image;
}

async function steps(root: string): Promise<Step[]> {
  const text = await readFile(join(root, "Dockerfile"), "utf8");
  const lines = text.replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  return lines.split("\n").flatMap((line) => {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return instruction === "" ? [] : [{ instruction, rest }];
  });
}

/** The image's user is not known here, and the cache belongs to whoever runs this. */
const onThisMachine = (command: string) =>
  command.replace("npm cache clean --force", "true").replace(/chown \S+ /, "true ");

async function ignoring(root: string): Promise<(path: string) => boolean> {
  const ignored = (await readFile(join(root, ".dockerignore"), "utf8")).split("\n").filter(Boolean);
  return (path) => ignored.some((each) => path === each || path.startsWith(`${each}/`));
}
