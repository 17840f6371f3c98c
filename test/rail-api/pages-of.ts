import type { RailApi, RailPage } from "../../src/platform/rail-api/rail-api.ts";

/** Walks the whole list. */
export async function pagesOf(rails: RailApi): Promise<RailPage[]> {
  const pages: RailPage[] = [];
  for await (const page of rails.listRails()) pages.push(page);
  return pages;
}
