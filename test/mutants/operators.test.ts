import { expect, it } from "vitest";
import { mutantsOf, mutated } from "./operators.ts";

const mutationsOf = (source: string) =>
  mutantsOf("any.ts", source).map((mutant) => mutated(source, mutant));

it.each<[string, string[]]>([
  ["if (a) b();", ["if (true) b();", "if (false) b();", "if (a) ;"]],
  ["const c = a === b;", ["const c = ((a) !== (b));"]],
  ["const c = a && b;", ["const c = ((a) || (b));"]],
  ["const c = a ?? b;", ["const c = a;"]],
  ["const c = !a;", ["const c = !!a;"]],
  ["const c = 3 + a;", ["const c = ((3) - (a));", "const c = 4 + a;"]],
  ["await tx.save(a);", [";"]],
  ["const c = [a, b];", ["const c = [b];", "const c = [a];"]],
  ["const c = all.filter(is);", ["const c = all;"]],
  ["const c = all.some(is);", ["const c = all.every(is);"]],
  ['q.where("a", "=", b).one();', [";", 'q.where("a", "!=", b).one();', "q.one();"]],
  // Ü and 🏦 count as in a text of JavaScript.
  ['const c = "Ü🏦" === a;', ['const c = (("Ü🏦") !== (a));']],
  [
    'import { a } from "b"; const c: 3 | true = d as 5;',
    ['import { a } from "b"; const c: 3 | true = d as 5;'],
  ],
])("the mistakes in %s", (source, expected) => {
  const found = mutationsOf(source);
  expect(found.length > 0 ? found : [source]).toEqual(expected);
});
