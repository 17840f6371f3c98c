import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { licencesOfShipped } from "./licences.ts";
import { released, VERSIONED } from "./released.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const texts = Object.fromEntries(VERSIONED.map((path) => [path, read(path)]));

it("puts a release into every file that names the version, and dates its changes", () => {
  const after = released(texts, "999.1.2", "2026-11-23");

  expect(JSON.parse(after["package.json"] ?? "").version).toBe("999.1.2");
  const lock = JSON.parse(after["package-lock.json"] ?? "");
  expect([lock.version, lock.packages[""].version]).toEqual(["999.1.2", "999.1.2"]);
  expect(after.Dockerfile).toContain('image.version="999.1.2"');
  expect(after["deploy/kubernetes/kustomization.yaml"]).toContain('newTag: "999.1.2"');
  expect(after["CHANGELOG.md"]).toContain("## [Unreleased]\n\n## [999.1.2] - 2026-11-23\n\n###");
});

it.each([
  ["", /Give the version/],
  ["v1.0.0", /Give the version/],
  ["0.0.1", /older than/],
])("does not release %j", (version, why) => {
  expect(() => released(texts, version, "2026-11-23")).toThrow(why);
});

it("releases nothing twice, and nothing without changes", () => {
  const after = released(texts, "999.1.2", "2026-11-23");

  expect(() => released(after, "999.1.2", "2026-11-23")).toThrow(/already/);
  expect(() => released(after, "999.1.3", "2026-11-23")).toThrow(/nothing under Unreleased/);
});

it("lists the licences of what is shipped, and takes none that asks for more than its text", () => {
  const lock = read("package-lock.json");

  expect(read("docs/licences.md")).toBe(licencesOfShipped(lock));
  expect(() => licencesOfShipped(lock.replaceAll('"MIT"', '"AGPL-3.0"'))).toThrow(/AGPL/);
});
