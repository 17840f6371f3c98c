/** Something else of the sandbox, shown beside the conversations by its own server: no part of Slack. */
export interface Panel {
  label: string;
  /** What a workspace is shown: all of them at one origin. */
  url(teamId: string): string;
  /** The places in it to which the words of a message lead. */
  linksIn(teamId: string, words: string): readonly PanelLink[];
}

export interface PanelLink {
  label: string;
  url: string;
}

/** One step of the tour, and where it leads: as whom, into which conversation, and what is then typed. */
export interface TourStep {
  text: string;
  label: string;
  person: string;
  channel: string;
  typed?: string;
}
