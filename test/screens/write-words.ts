import { writeFileSync } from "node:fs";
import { allWords } from "./words.ts";

/** Writes `words.txt` anew, to be reviewed: `node test/screens/write-words.ts`. */
writeFileSync(new URL("words.txt", import.meta.url), allWords());
