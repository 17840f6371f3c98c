import fc from "fast-check";

// On CI the random examples are the same each time, so that a change is judged by what it changed.
// Elsewhere each run draws new ones, and what they find is mended before it lands.
if (process.env.CI !== undefined) fc.configureGlobal({ seed: 1 });
