import type { RailApi, RailPage } from "../../src/services/ports/rail-api.ts";

/** Walks the whole list. */
export async function pagesOf(rails: RailApi): Promise<RailPage[]> {
  const pages: RailPage[] = [];
  for await (const page of rails.listRails()) pages.push(page);
  return pages;
}
