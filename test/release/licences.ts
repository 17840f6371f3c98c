import { z } from "zod";

const lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

/** These ask for their text and the authors' names to be passed on, which the packages do: the image holds them. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
];

/** What the image holds of others, as Markdown, from the text of `package-lock.json`. Throws where a licence is not allowed. */
export function licencesOfShipped(text: string): string {
  const { packages } = lock.parse(JSON.parse(text));
  const shipped = Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== "" && !dev && !optional)
    .map(([path, { version, license = "none" }]) => {
      const name = path.split("node_modules/").at(-1) ?? path;
      const choice = license.replaceAll(/[()]/g, "").split(/ or /i);
      if (!choice.some((each) => ALLOWED.includes(each)))
        throw new Error(`${name} has the licence ${license}`);
      return { name: `${name} ${version}`, license };
    });
  const by = Map.groupBy(shipped, ({ license }) => license);
  const rows = [...by].sort().map(([license, all]) => {
    const names = [...new Set(all.map(({ name }) => name))].sort();
    return `| ${license} | ${names.join(", ")} |\n`;
  });
  return `# Licences of what is shipped\n\n\`npm run licences\` prints this from \`package-lock.json\`. The image holds these packages with their licences, and the same list\nin CycloneDX as \`/app/sbom.cdx.json\`. Signalbox itself: [MIT](../LICENSE).\n\n| Licence | Packages |\n| --- | --- |\n${rows.join("")}`;
}
