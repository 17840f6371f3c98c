import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { openPostgres } from "../../../src/platform/database/open-postgres.ts";
import { reseal } from "../../../src/platform/database/reseal.ts";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { createLogger } from "../../../src/platform/process/logger.ts";
import { NotInstalled } from "../../../src/platform/slack/bot-tokens.ts";
import { GLOBEX } from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import type { Installations } from "../../../src/workspace/install/create-installations.ts";
import { createInstallations } from "../../../src/workspace/install/create-installations.ts";
import type { IssuedTokens } from "../../../src/workspace/install/installations.ts";
import type { RefreshToken } from "../../../src/workspace/install/installed-tokens.ts";
import { createInstalledTokens } from "../../../src/workspace/install/installed-tokens.ts";
import { webClient } from "../../sandbox/slack-workspace/bolt-app.ts";
import { startInstalling } from "../../slack/installations/installing.ts";
import { anInstallation } from "../../support/an-installation.ts";
import { createDatabase, hasPostgres } from "../../support/postgres.ts";
import { useTestStore } from "../../support/use-store.ts";

const ROTATION = { what: "another-key", listed: [] } as const;
const HOUR = 60 * 60_000;
const KEY = Buffer.alloc(32, 3);
const logger = createLogger("silent");
const clock = () => new Date().toISOString();
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const issued = (name: string, hours = 12): IssuedTokens => ({
  botToken: `xoxb-${name}`,
  renewal: { refreshToken: `xoxe-${name}`, expiresAt: inHours(hours) },
});

const database = useTestStore();
let installations: Installations;
beforeAll(() => {
  installations = createInstallations(database.db, createSeal([KEY]));
});

/** A workspace whose token lives for so many hours, and who calls Slack for another one. */
async function expiring(hours: number, refresh: RefreshToken, kept = installations) {
  const id = `T${randomUUID()}`;
  await kept.save(anInstallation(id, issued("old", hours)), clock());
  return {
    id,
    of: () => createInstalledTokens({ installations: kept, refresh, clock, logger }).of(id),
  };
}

const never: RefreshToken = async () => expect.unreachable("Slack was asked");

describe("a token", () => {
  it("that lives for hours, or for ever, is given out as it is", async () => {
    const { of } = await expiring(2.1, never);
    expect(await of()).toBe("xoxb-old");
    const id = `T${randomUUID()}`;
    await installations.save(anInstallation(id), clock());
    const tokens = createInstalledTokens({ installations, refresh: never, clock, logger });
    expect(await tokens.of(id)).toBe(`xoxb-canary-${id}`);
  });

  it("near its end is renewed with its refresh token, and kept", async () => {
    const asked: string[] = [];
    const { id, of } = await expiring(1.9, async (refreshToken) => {
      asked.push(refreshToken);
      return issued("new");
    });

    expect([await of(), await of()]).toEqual(["xoxb-new", "xoxb-new"]);

    expect(asked).toEqual(["xoxe-old"]);
    expect(await installations.find(id)).toMatchObject({
      ...issued("new", 12),
      version: 2,
      renewal: { refreshToken: "xoxe-new" },
    });
  });

  it.each([
    { hours: 1, is: "goes on while it lives, and is not tried with every call" },
    { hours: -1, is: "is none once it has ended, for now" },
  ])("that Slack cannot renew just now $is", async ({ hours }) => {
    let asked = 0;
    const { id, of } = await expiring(hours, async () => {
      asked += 1;
      throw new Error("fetch failed");
    });

    for (const _ of [1, 2]) {
      if (hours > 0) expect(await of()).toBe("xoxb-old");
      else
        await expect(of()).rejects.toMatchObject({ name: "MessengerError", code: "unavailable" });
    }

    expect(asked).toBe(hours > 0 ? 1 : 2);
    expect(await installations.find(id)).toMatchObject({ version: 1, isRefreshRefused: false });
  });

  it.each([1, -1])(
    "that Slack renews no more, %i hours before its end, is not asked for again",
    async (hours) => {
      let asked = 0;
      const { of } = await expiring(hours, async () => {
        asked += 1;
        return "refused";
      });

      for (const _ of [1, 2]) {
        if (hours > 0) expect(await of()).toBe("xoxb-old");
        else await expect(of()).rejects.toThrow(NotInstalled);
      }

      expect(asked).toBe(1);
    },
  );

  it("that lives is given out at once where Slack takes its time, and the new one is kept when it comes", async () => {
    const { promise, resolve } = Promise.withResolvers<IssuedTokens>();
    const { id, of } = await expiring(1, () => promise);

    expect(await of()).toBe("xoxb-old");
    resolve(issued("slow"));

    await expect.poll(async () => (await installations.find(id))?.botToken).toBe("xoxb-slow");
    expect(await of()).toBe("xoxb-slow");
  });

  it("is the newest one, however late Slack's answer comes", async () => {
    const { promise, resolve } = Promise.withResolvers<IssuedTokens>();
    const first = await expiring(1, () => promise);
    await first.of();
    // Somebody else takes it for dead, and comes with the same refresh token.
    await passLease(first.id);
    const second = createInstalledTokens({
      installations,
      refresh: async () => "refused",
      clock,
      logger,
    });
    expect(await second.of(first.id)).toBe("xoxb-old");
    resolve(issued("late"));

    await expect.poll(async () => (await installations.find(first.id))?.botToken).toBe("xoxb-late");
    expect(await second.of(first.id)).toBe("xoxb-late");
  });

  it("is neither overwritten nor brought back when its installation is gone or newer by then", async () => {
    const { promise, resolve } = Promise.withResolvers<IssuedTokens>();
    const [gone, again] = [await expiring(-1, () => promise), await expiring(-1, () => promise)];
    const [ofGone, ofAgain] = [gone.of(), again.of()];
    const told = expect(ofGone).rejects.toThrow(NotInstalled);
    await expect.poll(async () => !(await installations.takeRefresh(again.id, 1, 0))).toBe(true);
    await installations.remove(gone.id, clock());
    await installations.save(anInstallation(again.id, issued("again")), clock());

    resolve(issued("late"));

    await told;
    expect(await ofAgain).toBe("xoxb-again");
    expect(await installations.find(gone.id)).toBeUndefined();
  });

  it("is good after a new installation, although Slack refuses the old refresh token", async () => {
    const { promise, resolve } = Promise.withResolvers<"refused">();
    const noted = Promise.withResolvers<void>();
    const { id, of } = await expiring(1, () => promise, {
      ...installations,
      async endRefresh(...of) {
        await installations.endRefresh(...of);
        noted.resolve();
      },
    });
    expect(await of()).toBe("xoxb-old");
    await installations.save(anInstallation(id, issued("again", 1)), clock());
    expect(await installations.takeRefresh(id, 2, 60_000)).toBe(true);

    resolve("refused");

    await noted.promise;
    expect(await installations.find(id)).toMatchObject({ version: 2, isRefreshRefused: false });
    expect(await installations.takeRefresh(id, 2, 60_000)).toBe(false);
  });

  it("is kept although it was sealed anew meanwhile", async () => {
    const newer = [Buffer.alloc(32, 4), KEY] as const;
    const { id, of } = await expiring(1, async () => {
      const { resealed } = await reseal(database.db, createSeal(newer), ROTATION);
      expect(resealed).toBeGreaterThanOrEqual(2);
      return issued("new");
    });
    const rotated = createInstallations(database.db, createSeal(newer));
    const tokens = createInstalledTokens({
      installations: rotated,
      refresh: async () => issued("unused"),
      clock,
      logger,
    });

    // The one that renews it has the older key alone; what it saves is opened by the others all the same.
    await of().catch(() => {});

    expect(await tokens.of(id)).toBe("xoxb-new");
    await reseal(database.db, createSeal([KEY, newer[0]]), ROTATION);
  });

  it("that no key opens is an error that says so, and nothing is asked or overwritten", async () => {
    const { id } = await expiring(1, never);
    const lost = createInstallations(database.db, createSeal([Buffer.alloc(32, 5)]));
    const before = await installations.find(id);

    const tokens = createInstalledTokens({ installations: lost, refresh: never, clock, logger });
    await expect(tokens.of(id)).rejects.toMatchObject({ code: "cannot-unseal" });

    expect(await installations.find(id)).toEqual(before);
  });

  /** As if the time were over for which somebody took it. */
  async function passLease(id: string): Promise<void> {
    await database.db
      .updateTable("slack_installations")
      .set({ refreshing_until: new Date(0) })
      .where("id", "=", id)
      .execute();
  }
});

describe.runIf(hasPostgres)("twenty at once, in two processes", () => {
  it.each([1, -1])("renew it once, %i hours before its end", async (hours) => {
    const server = await createDatabase("with-tables");
    const [one, two] = [openPostgres(server.url, () => {}), openPostgres(server.url, () => {})];
    try {
      await migrate(one.db);
      let asked = 0;
      const refresh: RefreshToken = async () => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, 150));
        return issued("new");
      };
      const [first, second] = [one, two].map(({ db }) =>
        createInstallations(db, createSeal([KEY])),
      );
      if (!first || !second) throw new Error("Two stores were opened");
      const { id } = await expiring(hours, refresh, first);
      const tokens = [first, second].map((each) =>
        createInstalledTokens({ installations: each, refresh, clock, logger }),
      );

      const got = await Promise.all(
        Array.from({ length: 20 }, (_, index) => tokens[index % 2]?.of(id)),
      );

      expect(asked).toBe(1);
      const usable = hours > 0 ? ["xoxb-old", "xoxb-new"] : ["xoxb-new"];
      expect(got.filter((token) => !usable.includes(token ?? ""))).toEqual([]);
      expect(await tokens[1]?.of(id)).toBe("xoxb-new");
    } finally {
      await one.close();
      await two.close();
      await server.drop();
    }
  });
});

describe("in front of Slack", () => {
  it("a token is renewed before its twelve hours are over, and no more once Slack refuses it", async () => {
    await using app = await startInstalling();
    await app.install("Gia Novak, in Globex");
    const before = await app.tokens.of(GLOBEX);
    app.setAhead(11 * HOUR);

    const renewed = await app.tokens.of(GLOBEX);

    expect(renewed).not.toBe(before);
    app.setAhead(13 * HOUR);
    expect(await webClient(app.slack, renewed).auth.test()).toMatchObject({ team_id: GLOBEX });
    await expect(webClient(app.slack, before).auth.test()).rejects.toThrow("token_expired");
    app.setAhead(24 * HOUR);
    await app.db
      .updateTable("slack_installations")
      .set({
        sealed_refresh_token: createSeal([Buffer.alloc(32, 9)]).seal("xoxe-1-used", {
          purpose: "slack-refresh-token",
          workspaceId: GLOBEX,
        }),
      })
      .where("id", "=", GLOBEX)
      .execute();
    await expect(app.tokens.of(GLOBEX)).rejects.toThrow(NotInstalled);
    expect(await app.installations.find(GLOBEX)).toMatchObject({ isRefreshRefused: true });
  });
});
