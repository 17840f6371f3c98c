import { describe, expect, it } from "vitest";
import { railPage } from "./document-shapes.ts";
import { ACME, anAcme, aRailService, as, type Caller, createRails } from "./support.ts";

async function page(company: Caller, query = "") {
  return railPage.parse((await company.get(`/rails${query}`)).body);
}

describe("GET /rails", () => {
  it("gives a company without Rails one empty page", async () => {
    const { baseUrl } = await aRailService();

    expect(await page(as(ACME, baseUrl))).toEqual({
      data: [],
      meta: {
        current_page: 1,
        from: null,
        last_page: 1,
        links: [
          { url: null, label: "&laquo; Previous", active: false },
          { url: `${baseUrl}/rails?page=1`, label: "1", active: true },
          { url: null, label: "Next &raquo;", active: false },
        ],
        path: `${baseUrl}/rails`,
        per_page: 15,
        to: null,
        total: 0,
      },
      links: {
        first: `${baseUrl}/rails?page=1`,
        last: `${baseUrl}/rails?page=1`,
        prev: null,
        next: null,
      },
    });
  });

  it("gives fifteen Rails to a page, and the rest on the next", async () => {
    const { company } = await anAcme();
    await createRails(company, 16);

    expect((await page(company)).data).toHaveLength(15);
    expect((await page(company, "?page=2")).data).toHaveLength(1);
  });

  it("tells where a page in the middle stands", async () => {
    const { baseUrl, company } = await anAcme({ pageSize: 2 });
    const ids = await createRails(company, 5);

    const { data, meta, links } = await page(company, "?page=2");

    const url = (number: number) => `${baseUrl}/rails?page=${number}`;
    expect(data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(meta).toEqual({
      current_page: 2,
      from: 3,
      last_page: 3,
      links: [
        { url: url(1), label: "&laquo; Previous", active: false },
        { url: url(1), label: "1", active: false },
        { url: url(2), label: "2", active: true },
        { url: url(3), label: "3", active: false },
        { url: url(3), label: "Next &raquo;", active: false },
      ],
      path: `${baseUrl}/rails`,
      per_page: 2,
      to: 4,
      total: 5,
    });
    expect(links).toEqual({ first: url(1), last: url(3), prev: url(1), next: url(3) });
  });

  it("lists the oldest first, each Rail once, along the next links", async () => {
    const { baseUrl, company } = await anAcme({ pageSize: 2 });
    const ids = await createRails(company, 5);

    const seen: (string | null)[] = [];
    for (let next: string | null = "/rails"; next !== null; ) {
      const { data, links } = railPage.parse((await company.get(next)).body);
      seen.push(...data.map(({ id }) => id));
      next = links.next?.slice(baseUrl.length) ?? null;
    }

    expect(seen).toEqual(ids);
  });

  it("is empty beyond the end", async () => {
    const { baseUrl, company } = await anAcme({ pageSize: 2 });
    await createRails(company, 3);

    const { data, meta, links } = await page(company, "?page=4");

    expect(data).toEqual([]);
    expect(meta).toMatchObject({ current_page: 4, from: null, to: null, last_page: 2, total: 3 });
    expect(links).toMatchObject({ prev: `${baseUrl}/rails?page=3`, next: null });
  });

  it.each(["0", "-1", "1.5", "two", "", "%00", "1e3", "99999999999999999999", "2;drop"])(
    "takes page=%s for the first page",
    async (query) => {
      const { company } = await anAcme({ pageSize: 1 });
      await createRails(company, 2);

      expect((await page(company, `?page=${query}`)).meta.current_page).toBe(1);
    },
  );

  it("leaves out far pages among many", async () => {
    const { company } = await anAcme({ pageSize: 1 });
    await createRails(company, 20);

    const { meta } = await page(company, "?page=10");

    expect(meta.links.map(({ label }) => label)).toEqual([
      "&laquo; Previous",
      ...["1", "2", "...", "7", "8", "9", "10", "11", "12", "13", "...", "19", "20"],
      "Next &raquo;",
    ]);
    expect(meta.links.filter(({ active }) => active)).toMatchObject([{ label: "10" }]);
  });

  it("links to itself by the name that the client knows it by", async () => {
    const { baseUrl } = await aRailService();
    const byName = baseUrl.replace("127.0.0.1", "localhost");

    const { meta } = await page(as(ACME, byName));

    expect(meta.path).toBe(`${byName}/rails`);
  });
});
