import { describe, expect, it } from "vitest";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import type { RailPage } from "../../src/platform/rail-api/rail-api.ts";
import { json, startLyingServer } from "../support/lying-server.ts";
import { pagesOf } from "./pages-of.ts";
import { thrownBy } from "./thrown.ts";
import { listWire, onRampWire } from "./wire.ts";

const token = "token-1";

function walk(baseUrl: string, maxPages?: number): Promise<RailPage[]> {
  return pagesOf(createRailApi({ baseUrl, token, ...(maxPages && { maxPages }) }));
}

describe("listing Rails", () => {
  it.each([
    ["absolute", (origin: string) => `${origin}/api/v1/rails?page=2`],
    ["relative to the root", () => "/api/v1/rails?page=2"],
    ["relative to the page", () => "?page=2"],
  ])("follows a next link that is %s", async (_, next) => {
    await using server = await startLyingServer((response, request, nth) => {
      const answer =
        nth === 1
          ? listWire({ next: next(server.origin), meta: { total: 2, last_page: 2 } })
          : listWire({
              rails: [{ ...onRampWire, id: "rail_2" }],
              meta: { current_page: 2, last_page: 2, total: 2 },
            });
      json(200, answer)(response, request, nth);
    });

    const pages = await walk(server.baseUrl);

    expect(pages).toMatchObject([
      { rails: [{ id: "rail_1" }], total: 2 },
      { rails: [{ id: "rail_2" }], total: 2 },
    ]);
    expect(server.received.map(({ url }) => url)).toEqual([
      "/api/v1/rails",
      "/api/v1/rails?page=2",
    ]);
  });

  it("asks for no page before it is wanted", async () => {
    await using server = await startLyingServer(json(200, listWire({ next: "?page=2" })));

    for await (const page of createRailApi({ ...server, token }).listRails()) {
      expect(page.rails).toHaveLength(1);
      break;
    }

    expect(server.received).toHaveLength(1);
  });

  it("yields an empty page for an empty list", async () => {
    const empty = listWire({ rails: [], meta: { from: null, to: null, total: 0 } });
    await using server = await startLyingServer(json(200, empty));

    expect(await walk(server.baseUrl)).toEqual([{ rails: [], total: 0 }]);
  });

  it("never takes the token to another origin", async () => {
    await using elsewhere = await startLyingServer(json(200, listWire()));
    await using server = await startLyingServer(
      json(200, listWire({ next: `${elsewhere.origin}/api/v1/rails?page=2` })),
    );

    const error = await thrownBy(walk(server.baseUrl));

    expect(error.code).toBe("unexpected-response");
    expect(elsewhere.received).toEqual([]);
  });

  it.each([
    ["to another host", "http://nothing.invalid/api/v1/rails?page=2"],
    ["to another scheme", "https://127.0.0.1/api/v1/rails?page=2"],
    ["without a scheme", "//nothing.invalid/api/v1/rails?page=2"],
    ["outside the base path", "/api/v2/rails?page=2"],
    ["to a neighbour that begins like the base path", "/api/v10/rails?page=2"],
    ["out of the base path by dots", "/api/v1/../v2/rails?page=2"],
    ["out of the base path by encoded dots", "/api/v1/%2e%2e/v2/rails?page=2"],
    ["to itself", "/api/v1/rails"],
    ["to itself, with a fragment", "/api/v1/rails#2"],
    ["nowhere readable", "http://"],
    ["to a script", "javascript:alert(1)"],
  ])("stops at a next link that leads %s, and asks nothing more", async (_, next) => {
    await using server = await startLyingServer(json(200, listWire({ next })));

    const error = await thrownBy(walk(server.baseUrl));

    expect(error.code).toBe("unexpected-response");
    expect(server.received).toHaveLength(1);
  });

  it("stops at a next link with credentials in it", async () => {
    await using server = await startLyingServer((response, request, nth) => {
      const next = `${server.origin.replace("//", "//ana:pw@")}/api/v1/rails?page=2`;
      json(200, listWire({ next }))(response, request, nth);
    });

    expect(await thrownBy(walk(server.baseUrl))).toMatchObject({ code: "unexpected-response" });
    expect(server.received).toHaveLength(1);
  });

  it("stops at a page already read, however long the loop", async () => {
    await using server = await startLyingServer((response, request, nth) => {
      json(200, listWire({ next: `?page=${nth % 3}` }))(response, request, nth);
    });

    expect(await thrownBy(walk(server.baseUrl))).toMatchObject({ code: "unexpected-response" });
    expect(server.received).toHaveLength(4);
  });

  it("stops a list without end at the page limit", async () => {
    await using server = await startLyingServer((response, request, nth) => {
      json(200, listWire({ next: `?page=${nth + 1}` }))(response, request, nth);
    });

    expect(await thrownBy(walk(server.baseUrl, 5))).toMatchObject({ code: "unexpected-response" });
    expect(server.received).toHaveLength(5);
  });

  it("does not take a list for complete that names no next page before its last", async () => {
    const cutShort = listWire({ next: null, meta: { current_page: 1, last_page: 2 } });
    await using server = await startLyingServer(json(200, cutShort));

    expect(await thrownBy(walk(server.baseUrl))).toMatchObject({ code: "unexpected-response" });
  });

  it("fails the walk for one unreadable Rail, and says where it is", async () => {
    const rails = [onRampWire, { ...onRampWire, type: "LOOP" }];
    await using server = await startLyingServer(json(200, listWire({ rails })));

    const error = await thrownBy(walk(server.baseUrl));

    expect(error.code).toBe("unexpected-response");
    expect(error.message).toContain("data.1.type");
  });
});

describe("a page by itself", () => {
  it("is the first, and says which others there are", async () => {
    const meta = { current_page: 1, last_page: 7, total: 14 };
    await using server = await startLyingServer(
      json(200, listWire({ next: "?page=2", last: "?page=7", meta })),
    );

    const page = await createRailApi({ ...server, token }).readPage(null);

    const at = (number: number) => `${server.baseUrl}/rails?page=${number}`;
    expect(page).toMatchObject({ total: 14, isFirst: true, isLast: false });
    expect(page).toMatchObject({ previous: null, next: at(2), last: at(7) });
  });

  it("is the one at an address that the service has named", async () => {
    const meta = { current_page: 7, last_page: 7, total: 14 };
    await using server = await startLyingServer(json(200, listWire({ prev: "?page=6", meta })));

    const page = await createRailApi({ ...server, token }).readPage(
      `${server.baseUrl}/rails?page=7`,
    );

    expect(page).toMatchObject({ isFirst: false, isLast: true, next: null });
    expect(server.received.map(({ url }) => url)).toEqual(["/api/v1/rails?page=7"]);
  });

  it.each(["https://elsewhere.invalid/api/v1/rails?page=2", "/api/v2/rails", "http://"])(
    "is not asked for at %s: the token goes nowhere else",
    async (address) => {
      await using server = await startLyingServer(json(200, listWire()));

      const reading = createRailApi({ ...server, token }).readPage(address);

      await expect(reading).rejects.toMatchObject({ code: "unexpected-response" });
      expect(server.received).toEqual([]);
    },
  );
});
