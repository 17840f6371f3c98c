import { describe, expect, it } from "vitest";
import { inTurn, json, type Lie, startLyingServer } from "./lying-server.ts";
import { clientOf, listWire, onRampWire, thrownBy, walked } from "./wire.ts";

/** Pages that name one another; the service counts `total` Rails. */
function listOf(pages: unknown[][], total = pages.flat().length): Lie {
  const answers = pages.map((rails, index) => {
    const next = index + 1 < pages.length ? `?page=${index + 2}` : null;
    const meta = { current_page: index + 1, last_page: pages.length, total };
    return json(200, listWire(rails, { next, meta }));
  });
  return inTurn(...answers);
}

const rail = (id: string | null, more: object = {}) => ({
  ...onRampWire,
  id,
  metadata: { external_id: [`tag of ${id}`] },
  ...more,
});

describe("a walk", () => {
  it("shows each page's Rails as soon as it was read, to the last page", async () => {
    await using server = await startLyingServer(listOf([[rail("1"), rail("2")], [rail("3")]]));
    const steps: unknown[] = [];

    const count = await clientOf(server).walk((rails) => {
      steps.push([...rails.map(({ id }) => id), `of ${server.received.length}`]);
    });

    expect(count).toEqual({ distinct: 3, total: 3 });
    expect(steps).toEqual([
      ["1", "2", "of 1"],
      ["3", "of 2"],
    ]);
  });

  it("ends with what its reader throws, and asks for no further page", async () => {
    await using server = await startLyingServer(listOf([[rail("1")], [rail("2")]]));
    const full = new Error("full");

    const walk = clientOf(server).walk(() => Promise.reject(full));

    await expect(walk).rejects.toBe(full);
    expect(server.received).toHaveLength(1);
  });

  it("fails for one unreadable Rail, and says where it is", async () => {
    await using server = await startLyingServer(listOf([[rail("1"), rail("2", { type: "LOOP" })]]));

    const { code, message } = await thrownBy(walked(clientOf(server)));

    expect([code, message]).toEqual([
      "unexpected-response",
      expect.stringContaining("data.1.type"),
    ]);
  });
});

describe("a walk counts", () => {
  it.each<[string, unknown[][], (string | null)[]]>([
    ["a Rail on two pages", [[rail("1"), rail("2")], [rail("2")]], ["1", "2"]],
    ["a Rail without its id, then with it", [[rail(null)], [rail("9")]], ["9"]],
    ["a Rail with its id, then without", [[rail("9")], [rail(null)]], ["9"]],
    ["a Rail twice without its id", [[rail(null)], [rail(null, { created_at: null })]], [null]],
  ])("%s once", async (_, list, ids) => {
    const same = { metadata: { external_id: ["tag"] } };
    const alike = list.map((page) => page.map((each) => Object.assign({}, each, same)));
    await using server = await startLyingServer(listOf(alike, ids.length));

    const walk = await walked(clientOf(server));

    expect(walk).toMatchObject({ distinct: ids.length, total: ids.length });
    expect([...new Set(walk.ids)]).toEqual(ids);
  });

  it("Rails without an id by what they are", async () => {
    const otherTag = { metadata: { external_id: ["tag-2"] } };
    const list = [[rail(null), rail(null, otherTag), rail(null, { type: "EXCHANGE" }), rail("1")]];
    await using server = await startLyingServer(listOf(list));

    // Those without an id come last.
    expect((await walked(clientOf(server))).ids).toEqual(["1", null, null, null]);
  });

  it.each(["", ".", "..", "x".repeat(256), "rail\u0000", "rail\n1", "rail\ud800", "\ufffd"])(
    "a Rail with the id %j, which nobody can keep or ask for, as one without",
    async (id) => {
      await using server = await startLyingServer(listOf([[rail(id), rail("1")]]));

      expect(await walked(clientOf(server))).toMatchObject({ distinct: 2, ids: ["1", null] });
    },
  );

  it("a Rail with half a character, U+0000 or 1e999 anywhere, and shows it readable", async () => {
    const external_id = ["tag", "a\ud800b", { "k\udfff": "c\u0000d" }, "<1e999>"];
    const source = { ...onRampWire.source, asset: "GB\ud800" };
    const page = JSON.stringify(listWire([rail("1", { metadata: { external_id }, source })]));
    await using server = await startLyingServer(json(200, page.replace('"<1e999>"', "1e999")));

    const { rails } = await walked(clientOf(server));

    const metadata = ["tag", "a\ufffdb", { "k\ufffd": "c\ufffdd" }, "Infinity"];
    expect(rails).toMatchObject([{ id: "1", metadata, source: { asset: "GB\ufffd" } }]);
  });

  it("no Rail that it did not see: one too few is incomplete", async () => {
    await using server = await startLyingServer(listOf([[rail("1")], [rail("1")]], 2));

    const message = "GET /rails: 1 of 2 Rails were shown";
    expect(await thrownBy(walked(clientOf(server)))).toMatchObject({ code: "incomplete", message });
  });

  it("against the largest total that any page named", async () => {
    const first = listWire([rail("1")], { next: "?page=2", meta: { total: 3 } });
    const last = listWire([rail("2")], { meta: { total: 2 } });
    await using server = await startLyingServer(inTurn(json(200, first), json(200, last)));

    expect((await thrownBy(walked(clientOf(server)))).code).toBe("incomplete");
  });

  it("more Rails than the service does, if some were made meanwhile", async () => {
    await using server = await startLyingServer(listOf([[rail("1")], [rail("2")]], 1));

    expect(await walked(clientOf(server))).toMatchObject({ distinct: 2, total: 1 });
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
  ])("in a link %s is asked for at our own base address", async (_, link) => {
    await using server = await startLyingServer((response, nth) => {
      const next = nth === 1 ? link : null;
      json(200, listWire([rail(String(nth))], { next }))(response, nth);
    });

    expect((await walked(clientOf(server))).ids).toEqual(["1", "2"]);
    expect(server.received.map(({ url, authorization }) => [url, authorization])).toEqual([
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
    await using server = await startLyingServer(json(200, listWire([rail("1")], { next })));

    expect((await thrownBy(walked(clientOf(server)))).code).toBe("page-elsewhere");
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["is the same page", "/api/v1/rails", 1],
    ["is the same page with a fragment", "/api/v1/rails#2", 1],
    ["is unreadable", "http://", 1],
    ["was read before, however long the loop", "", 4],
  ])("that %s ends the walk", async (_, link, requests) => {
    await using server = await startLyingServer((response, nth) => {
      const next = link || `?page=${nth % 3}`;
      json(200, listWire([rail("1")], { next }))(response, nth);
    });

    expect((await thrownBy(walked(clientOf(server)))).code).toBe("unexpected-response");
    expect(server.received).toHaveLength(requests);
  });

  it("that is missing before the stated last page ends the walk", async () => {
    const meta = { last_page: 2 };
    await using server = await startLyingServer(json(200, listWire([rail("1")], { meta })));

    expect((await thrownBy(walked(clientOf(server)))).code).toBe("unexpected-response");
  });

  it("is not asked for after 10,000 pages", async () => {
    let requests = 0;
    const endless: typeof fetch = async () => {
      requests += 1;
      return Response.json(listWire([], { next: `?page=${requests}` }));
    };

    const walk = walked(clientOf({ baseUrl: "http://a.invalid/" }, { fetch: endless }));

    expect((await thrownBy(walk)).code).toBe("unexpected-response");
    expect(requests).toBe(10_000);
  });
});
