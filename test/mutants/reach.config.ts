import { relative } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import usual from "../../vitest.config.ts";
import { recording } from "./reach.ts";
import { NEVER } from "./related.ts";

/** The suite once, to learn which test enters which function. A test that fails has entered them all the same. */
export default mergeConfig(
  usual,
  defineConfig({
    plugins: [
      {
        name: "recording",
        enforce: "pre",
        transform(source, id) {
          const file = relative(process.cwd(), id);
          const isOurs = /^src\/(?!sandbox\/).*\.ts$/.test(file);
          return isOurs ? { code: recording(file, source), map: null } : undefined;
        },
      },
    ],
    test: {
      root: process.cwd(),
      exclude: NEVER.map((folder) => `test/${folder}**`),
      setupFiles: ["test/mutants/reached.ts"],
    },
  }),
);
