import { ANA, acmeSeed, BEN, type SeedApp } from "../seed.ts";
import type { SeedWorkspace } from "../world.ts";

export const LEDGER = "A0LEDGER1";
/** Ledger's bot at Acme. */
export const LEDGER_BOT = "U0LEDGER1";
export const BOOKS = "C0BOOKS01";

/** A second app beside Signalbox, so that tests can tell the data of two apps apart. */
export const ledger: SeedApp = {
  id: LEDGER,
  name: "Ledger",
  botUserId: LEDGER_BOT,
  botToken: "xoxb-sandbox-ledger",
  appToken: "xapp-sandbox-ledger",
  signingSecret: "sandbox-signing-secret-of-ledger",
  commands: [{ command: "/ledger", description: "Looks into the books", usageHint: "balance" }],
  shortcuts: [],
  scopes: [
    "channels:read",
    "chat:write",
    "commands",
    "files:write",
    "groups:read",
    "im:write",
    "users:read",
  ],
  events: ["app_home_opened", "app_uninstalled", "tokens_revoked"],
  home: { tab: true, messages: true },
  oauth: {
    clientId: "2222.ledger",
    clientSecret: "sandbox-client-secret-of-ledger",
    redirectUrls: ["http://127.0.0.1:3001/"],
    rotatesTokens: false,
  },
};

const { app: signalbox, ...acme } = acmeSeed;

/** Acme with Ledger beside Signalbox, and with a private channel that only Ledger is in. */
export const acmeWithLedger: SeedWorkspace = {
  ...acme,
  installed: [signalbox, ledger],
  channels: [
    ...acme.channels,
    { id: BOOKS, name: "books", isPrivate: true, members: [ANA, BEN, LEDGER_BOT] },
  ],
};
