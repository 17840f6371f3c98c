import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ACME, ANA, SIGNALBOX, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { GLOBEX, GLOBEX_TREASURY, HAL } from "../../src/sandbox/slack-workspace/seeds/globex.ts";
import {
  ASIA_TREASURY,
  EUROPE_TREASURY,
  INITECH_ASIA,
  INITECH_EUROPE,
  LEO,
  MAY,
} from "../../src/sandbox/slack-workspace/seeds/initech.ts";
import { addToSlack } from "../support/install.ts";
import { person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox({ world: "many" });

it.each([
  ["Ben Okafor, in Acme", [{ team: ACME, by: ANA, channel: TREASURY }]],
  ["Gia Novak, in Globex", [{ team: GLOBEX, by: HAL, channel: GLOBEX_TREASURY }]],
  [
    "Kim Adeyemi, in all of Initech",
    [
      { team: INITECH_EUROPE, by: LEO, channel: EUROPE_TREASURY },
      { team: INITECH_ASIA, by: MAY, channel: ASIA_TREASURY },
    ],
  ],
])(
  "added to Slack by %s, it answers there from the first command on",
  async (installer, places) => {
    const { slack, publicUrl = "" } = sandbox;
    expect(await addToSlack(slack, publicUrl, installer)).toContain("Signalbox is installed");

    for (const { team, by, channel } of places) {
      const someone = person(slack.url, by, { team, app: SIGNALBOX });
      // What it has to know of them it asks Slack, in the name of their workspace.
      await someone.command(channel, "/rail pending");
      const said = await someone.waitFor(
        async () => (await someone.messages(channel)).at(-1),
        "the answer",
      );
      expect(plainTextOf(said)).toContain("Signalbox is not set up in this workspace yet");
    }
  },
);

it.each([
  [ACME, "Acme"],
  [GLOBEX, "Globex"],
  [INITECH_EUROPE, "Initech%20Europe"],
  [INITECH_ASIA, "Initech%20Asia"],
])("%s is shown the bank and chain of its own company, %s", async (team, company) => {
  const answer = await fetch(`${sandbox.slack.url}/page/workspace?team=${team}`);

  expect(await answer.json()).toMatchObject({
    panel: {
      label: "Bank and chain",
      url: expect.stringMatching(new RegExp(`/sandbox#${company}$`)),
    },
  });
});
