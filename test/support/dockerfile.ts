import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

/** What the image would be started with. */
export interface Image {
  /** The folder of this machine that takes the place of WORKDIR. */
  directory: string;
  env: Record<string, string>;
  user: string;
  labels: string;
  command: string[];
  healthCheck: string[];
}

interface Step {
  instruction: string;
  rest: string;
}

/**
 * Does the Dockerfile's steps below an empty directory, a folder for each stage, without Docker and its base image: this
 * machine's Node stands for the image's. Its paths are taken as lying in WORKDIR, and the checkout as made under umask 077.
 * Throws on a step that it does not know.
 */
export async function buildImage(root: string, directory: string): Promise<Image> {
  const isIgnored = await ignoring(root);
  const args = new Map<string, string>();
  const stages = new Map<string, string>();
  let image = emptyImage(directory);
  let workdir = "/";
  for (const { instruction, rest } of await steps(root)) {
    const here = (text: string) => text.replaceAll(`${workdir}/`, `${image.directory}/`);
    switch (instruction) {
      case "FROM": {
        const name = / AS (\S+)$/.exec(rest)?.[1] ?? "last";
        image = emptyImage(join(directory, name));
        stages.set(name, image.directory);
        await mkdir(image.directory);
        break;
      }
      case "ENV": {
        const [name = "", ...parts] = rest.split("=");
        const value = parts.join("=");
        image.env[name] = here(args.get(value) ?? value);
        break;
      }
      case "ARG": {
        const [name, value = ""] = rest.split("=");
        args.set(`$${name}`, value.replaceAll('"', ""));
        break;
      }
      case "COPY": {
        const places = rest.split(" ");
        const stage = stages.get(/^--from=(.*)/.exec(places[0] ?? "")?.[1] ?? "");
        if (stage !== undefined) {
          await cp(stage, image.directory, { recursive: true });
          break;
        }
        const target = join(image.directory, places.pop() ?? "");
        for (const place of places) {
          const to = places.length > 1 || rest.endsWith("/") ? join(target, place) : target;
          await mkdir(dirname(to), { recursive: true });
          const filter = (path: string) => !isIgnored(relative(root, path));
          await cp(resolve(root, place), to, { recursive: true, filter });
          execFileSync("chmod", ["-R", "go=", to]);
        }
        break;
      }
      case "RUN":
        execFileSync("sh", ["-ec", onThisMachine(here(rest))], {
          cwd: image.directory,
          env: { ...process.env, ...image.env },
          stdio: ["ignore", "ignore", "inherit"],
        });
        break;
      case "USER":
        image.user = rest;
        break;
      case "LABEL":
        image.labels = rest;
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
      case "VOLUME":
      case "EXPOSE":
        break;
      default:
        throw new Error(`This is not known of a Dockerfile: ${instruction} ${rest}`);
    }
  }
  return image;
}

const emptyImage = (directory: string): Image => ({
  directory,
  env: {},
  user: "root",
  labels: "",
  command: [],
  healthCheck: [],
});

async function steps(root: string): Promise<Step[]> {
  const text = await readFile(join(root, "Dockerfile"), "utf8");
  const lines = text.replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  return lines.split("\n").flatMap((line) => {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return instruction === "" ? [] : [{ instruction, rest }];
  });
}

/** The image's user is not known here, and what lies outside of WORKDIR is this machine's. */
const onThisMachine = (command: string) =>
  command.replaceAll(/chown \S+ /g, "true ").replaceAll(/rm -rf (\/\S+ ?)+/g, "true ");

async function ignoring(root: string): Promise<(path: string) => boolean> {
  const ignored = (await readFile(join(root, ".dockerignore"), "utf8")).split("\n").filter(Boolean);
  return (path) => ignored.some((each) => path === each || path.startsWith(`${each}/`));
}
