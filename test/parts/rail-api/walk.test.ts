import { describe, expect, it } from "vitest";
import { walkRails } from "../../../src/platform/rail-api/walk.ts";
import { json, listWire, railService, railWire, thrownBy, walked } from "./service.ts";

const rail = (id: string | null, more: object = {}) => ({
  ...railWire,
  id,
  metadata: { external_id: [`tag of ${id}`] },
  ...more,
});

/** A service whose pages name one another; it counts `total` Rails. */
const listOf = (pages: unknown[][], total = pages.flat().length) =>
  railService(
    ...pages.map((rails, index) => {
      const next = index + 1 < pages.length ? `?page=${index + 2}` : null;
      const meta = { current_page: index + 1, last_page: pages.length, total };
      return json(200, listWire(rails, { next, meta }));
    }),
  );

const idsIn = (rails: readonly { id: string | null }[]) => rails.map(({ id }) => id);

describe("a walk", () => {
  /** A hundred Rails whose ids begin so. */
  const hundred = (of: string) => Array.from({ length: 100 }, (_, nth) => rail(`${of}${nth}`));

  it("hands on a hundred Rails or more as soon as they were read, and the rest at its end", async () => {
    const pages = [[rail("1"), rail("2")], hundred("a"), [rail("3")], [rail("4")]];
    const { api, received } = await listOf(pages);
    const steps: unknown[] = [];
    await api.walk((rails) => void steps.push([rails.length, `of ${received.length}`]));
    expect(steps).toEqual([
      [102, "of 2"],
      [2, "of 4"],
    ]);
  });

  it("hands on what it read before it broke off", async () => {
    const { api } = await listOf([[rail("1")], [rail("2", { type: "LOOP" })]]);
    const seen: unknown[] = [];
    await thrownBy(api.walk((rails) => void seen.push(...idsIn(rails))));
    expect(seen).toEqual(["1"]);
  });

  it("ends with what its reader throws, and asks for no further page", async () => {
    const { api, received } = await listOf([hundred("a"), [rail("2")]]);
    const full = new Error("full");
    await expect(api.walk(() => Promise.reject(full))).rejects.toBe(full);
    expect(received).toHaveLength(1);
  });

  it("fails for one unreadable Rail, and says where it is", async () => {
    const { api } = await listOf([[rail("1"), rail("2", { type: "LOOP" })]]);
    const message = expect.stringContaining("data.1.type");
    expect(await thrownBy(walked(api))).toMatchObject({ code: "unexpected-response", message });
  });
});

const same = { metadata: { external_id: ["tag"] } };
const otherTag = { metadata: { external_id: ["tag-2"] } };

describe("a walk counts", () => {
  it.each<[string, unknown[][], (string | null)[]]>([
    ["a Rail on two pages once", [[rail("1"), rail("2")], [rail("2")]], ["1", "2"]],
    ["a Rail without its id, then with it, once", [[rail(null, same)], [rail("9", same)]], ["9"]],
    ["a Rail with its id, then without, once", [[rail("9", same)], [rail(null, same)]], ["9"]],
    [
      "a Rail twice without its id once",
      [[rail(null)], [rail(null, { created_at: null })]],
      [null],
    ],
    [
      "Rails without an id by what they are, last",
      [[rail(null), rail(null, otherTag), rail(null, { type: "EXCHANGE" }), rail("1")]],
      ["1", null, null, null],
    ],
    ...["", ".", "..", "x".repeat(256), "rail\u0000", "rail\n1", "rail\ud800", "\ufffd"].map(
      (id): [string, unknown[][], (string | null)[]] => [
        `a Rail with the id ${JSON.stringify(id).slice(0, 20)}, which nobody can keep, as one without`,
        [[rail(id), rail("1")]],
        ["1", null],
      ],
    ),
  ])("%s", async (_, list, ids) => {
    const right = await listOf(list, ids.length);
    expect([...new Set(idsIn(await walked(right.api)).map(String))].sort()).toEqual(
      [...new Set(ids.map(String))].sort(),
    );
    const short = await listOf(list, ids.length + 1);
    const message = `GET /rails: ${ids.length} of ${ids.length + 1} Rails were shown`;
    expect(await thrownBy(walked(short.api))).toMatchObject({ code: "incomplete", message });
  });

  it("a Rail with half a character, U+0000 or 1e999 anywhere, and shows it readable", async () => {
    const external_id = ["tag", "a\ud800b", { "k\udfff": "c\u0000d" }, "<1e999>"];
    const source = { ...railWire.source, asset: "GB\ud800" };
    const page = JSON.stringify(listWire([rail("1", { metadata: { external_id }, source })]));
    const { api } = await railService(json(200, page.replace('"<1e999>"', "1e999")));
    const metadata = ["tag", "a\ufffdb", { "k\ufffd": "c\ufffdd" }, "Infinity"];
    const shown = { id: "1", metadata, source: { asset: "GB\ufffd" } };
    expect(await walked(api)).toMatchObject([shown]);
  });

  it("against the largest total that any page named; made meanwhile there may be more", async () => {
    const first = json(200, listWire([rail("1")], { next: "?page=2", meta: { total: 3 } }));
    const { api } = await railService(first, json(200, listWire([rail("2")])));
    expect((await thrownBy(walked(api))).code).toBe("incomplete");
    const more = await listOf([[rail("1")], [rail("2")]], 1);
    expect(idsIn(await walked(more.api))).toEqual(["1", "2"]);
  });
});

describe("the next page", () => {
  it.each([
    ["relative to the root", "/api/v1/rails?page=2"],
    ["relative to the page", "?page=2"],
    ["of another scheme and port", "https://127.0.0.1/api/v1/rails?page=2"],
    ["of another host", "http://nothing.invalid:81/api/v1/rails?page=2"],
    ["without a scheme", "//nothing.invalid/api/v1/rails?page=2"],
    ["with credentials", "http://ana:pw@nothing.invalid/api/v1/rails?page=2"],
    ["that goes up and comes back", "/api/v1/../v1/%2e/rails?page=2"],
  ])("in a link %s is asked for at our own base address", async (_, next) => {
    const last = json(200, listWire([rail("2")]));
    const { api, received } = await railService(json(200, listWire([rail("1")], { next })), last);
    expect(idsIn(await walked(api))).toEqual(["1", "2"]);
    expect(received.map(({ url, authorization }) => [url, authorization])).toEqual([
      ["/api/v1/rails", "Bearer token-1"],
      ["/api/v1/rails?page=2", "Bearer token-1"],
    ]);
  });

  it.each([
    "/api/v2/rails?page=2",
    "/api/v10/rails?page=2",
    "/api/v1",
    "/api/v1/../v2/rails",
    "/api/v1/%2e%2e/v2/rails",
    "/api/v1/..%2fv2/rails",
    "/api/v1/..%5Cv2/rails",
    "/api/v1\\..\\v2/rails",
    "/api/v1//rails?page=2",
    "http://nothing.invalid//api/v1/rails",
    "javascript:alert(1)",
  ])("in the link %s is not asked for, since it is not below the base address", async (next) => {
    const { api, received } = await railService(json(200, listWire([rail("1")], { next })));
    expect((await thrownBy(walked(api))).code).toBe("page-elsewhere");
    expect(received).toHaveLength(1);
  });

  it.each([
    ["is the same page", ["/api/v1/rails"]],
    ["is the same page with a fragment", ["/api/v1/rails#2"]],
    ["is unreadable", ["http://"]],
    ["was read before, however long the loop", ["?page=1", "?page=2", "?page=3", "?page=1"]],
    ["is missing before the stated last page", [null]],
  ])("that %s ends the walk", async (_, links) => {
    const meta = { last_page: 2 };
    const { api, received } = await railService(
      ...links.map((next) => json(200, listWire([rail("1")], { next, meta }))),
    );
    expect((await thrownBy(walked(api))).code).toBe("unexpected-response");
    expect(received).toHaveLength(links.length);
  });

  it("is not asked for after 10,000 pages", async () => {
    let pages = 0;
    const base = new URL("http://rails.invalid/api/v1/");
    const walk = walkRails(
      base,
      async (_, __, schema) => schema.parse(listWire([], { next: `?page=${++pages}` })),
      () => {},
    );
    expect((await thrownBy(walk)).code).toBe("unexpected-response");
    expect(pages).toBe(10_000);
  });
});
