import { wordHits } from "./words.ts";

/** `npm run words`: prints each string that people are shown and that has a pattern which plain English avoids. */
const hits = wordHits();
for (const { where, pattern, sentence } of hits) console.log(`${where} · ${pattern} · ${sentence}`);
console.log(`${hits.length} hits`);
