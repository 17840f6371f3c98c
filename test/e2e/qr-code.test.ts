import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, RANDOM, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import { readQrCode } from "../support/read-qr-code.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { Asking } from "./steps.ts";
import { answerTo, approve, ask, cardReading } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
});
afterEach(() => sandbox.slack.faults.clear());
afterAll(() => sandbox.stop());

interface Created {
  instructions: SeenMessage;
  /** What the Rail service itself answers for the one Rail that was made. */
  rail: unknown;
}

/** Asked for by Ana, approved by two, created; with the only instructions that were posted for it. */
async function created(
  name: string,
  { type = "OFF_RAMP", channel = TREASURY }: Partial<Asking> = {},
): Promise<Created> {
  const before = sandbox.rails.rails("Acme").map((each) => JSON.stringify(each));
  const card = await ask(ana, { name, type, channel });
  await approve(sandbox.as(BEN), card);
  await approve(sandbox.as(CAL), card);
  await cardReading(ana, name, "DONE", 20_000);

  const seen = [...(await ana.messages(TREASURY)), ...(await ana.directMessages())];
  const posted = seen.filter((each) => !each.ephemeral && plainTextOf(each).startsWith(name));
  const made = sandbox.rails.rails("Acme").filter((each) => !before.includes(JSON.stringify(each)));
  expect([posted.length, made.length]).toEqual([1, 1]);
  const [instructions] = posted;
  if (!instructions) throw new Error("There is one");
  return { instructions, rail: made[0] };
}

const images = ({ blocks = [] }: SeenMessage) => blocks.filter((block) => block.type === "image");

/** The lines that stand alone for copying. */
const copyLines = ({ blocks = [] }: SeenMessage): string[] =>
  blocks
    .flatMap((block) => (block.type === "rich_text" ? block.elements : []))
    .flatMap((part) => (part.type === "rich_text_preformatted" ? part.elements : []))
    .flatMap((leaf) => (leaf.type === "text" ? [leaf.text] : []));

const fileCalls = () => sandbox.slack.traffic().filter(({ method }) => method.startsWith("files."));
const uploads = () => fileCalls().length;

describe("the instructions of an off-ramp", () => {
  it("show its address as a QR code that reads, byte for byte, as what is printed", async () => {
    const { instructions, rail } = await created("Cash out");

    const [image, ...others] = images(instructions);
    expect(others).toEqual([]);
    const { bytes } = readQrCode(await ana.picture(image?.slack_file?.id ?? ""));
    const [address = ""] = copyLines(instructions);
    expect(rail).toMatchObject({ source: { wallet: { address } } });
    expect(bytes.equals(Buffer.from(address))).toBe(true);
    expect(image?.alt_text).toBe(`QR code of the address ${address}`);
    expect(fileCalls()[0]?.args).toMatchObject({ alt_text: image?.alt_text });
    expect(image?.title?.text).toBe("Address on SOLANA_DEVNET as a QR code");
    const types = (instructions.blocks ?? []).map(({ type }) => type);
    expect(types.slice(0, 5)).toEqual(["header", "rich_text", "rich_text", "image", "rich_text"]);
  });

  it("go with their picture to the requester alone, where the channel may not have them", async () => {
    const { instructions } = await created("Cash out in private", { channel: RANDOM });

    const [file = ""] = images(instructions).map(({ slack_file }) => slack_file?.id);
    expect(readQrCode(await ana.picture(file)).bytes.toString()).toBe(copyLines(instructions)[0]);
    await expect(sandbox.as(BEN).picture(file)).rejects.toThrow("file_not_found");
  });

  it("have no picture in a private answer, and nothing is uploaded for it", async () => {
    await created("Shown again");
    const before = uploads();

    const answer = await answerTo(ana, "/rail show Shown again");

    expect(copyLines(answer)).not.toEqual([]);
    expect([images(answer).length, uploads()]).toEqual([0, before]);
  });

  it.each(["files.getUploadURLExternal", "files.completeUploadExternal"])(
    "come without a picture, once and complete, when %s fails",
    async (method) => {
      sandbox.slack.faults.failNext(method, { error: "missing_scope" }, 10);

      const { instructions, rail } = await created(`Without ${method.slice(6, 14)}`);

      expect(images(instructions)).toEqual([]);
      expect(rail).toMatchObject({ source: { wallet: { address: copyLines(instructions)[0] } } });
    },
  );

  it("wait a moment for Slack, which does not show at once what was uploaded", async () => {
    sandbox.slack.faults.filesLagMs = 500;

    expect(images((await created("Shown late")).instructions)).toHaveLength(1);
  });

  it("come without a picture, once, when Slack goes on refusing to show it", async () => {
    sandbox.slack.faults.filesLagMs = Number.POSITIVE_INFINITY;

    expect(images((await created("Never shown")).instructions)).toEqual([]);
  });
});

describe("the instructions of an on-ramp", () => {
  it("have no picture, and nothing is uploaded for them", async () => {
    const before = uploads();

    const { instructions } = await created("Pay in", { type: "ON_RAMP" });

    expect([images(instructions).length, uploads()]).toEqual([0, before]);
  });
});
