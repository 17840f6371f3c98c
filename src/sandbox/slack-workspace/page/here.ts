/** What the page's address says: as whom one is where. Everything else is the server's to know. */
export interface Here {
  team?: string | undefined;
  as: string;
  /** A conversation, or `control`. */
  in: string;
  /** `home` in an app's conversation. */
  tab?: string | undefined;
  /** The step of the tour, from 1; `done` ends it. */
  tour?: string | undefined;
  /** This stands in the composer at first. */
  typed?: string | undefined;
}

export function addressOf(here: Here): string {
  const given = Object.entries(here).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(given)}`;
}

/** Another place for the same person. */
export const placeIn = ({ team, as, tour }: Here, place: Partial<Here> & { in: string }): string =>
  addressOf({ team, as, tour, ...place });
