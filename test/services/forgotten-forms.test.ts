import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { findCurrentConnection } from "../../src/request/queries/companies.ts";
import { draftDigest, saveDraft } from "../../src/request/queries/drafts.ts";
import { requestChange } from "../../src/request/request-change.ts";
import { askingRefusalSentence } from "../../src/request/screens/asking.ts";
import { ANA, aWhitelisting, NOW, TREASURY } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { delivery } from "./steps.ts";
import { aWorld } from "./world.ts";

const database = useTestStore();

it("the oldest form of a person is forgotten for one more, and whoever submits it is told why", async () => {
  const { deps, workspaceId } = await aWorld(database);
  const { id: connectionId } = await findCurrentConnection(deps.db, workspaceId);
  const form = () => ({
    ...{ id: randomUUID(), workspaceId, connectionId },
    ...{ createdBy: ANA, askedIn: TREASURY, change: aWhitelisting() },
  });
  const [oldest, newest] = [form(), form()];
  await saveDraft(deps.db, oldest, NOW, 1);
  await saveDraft(deps.db, newest, "2026-03-03T10:00:00.001Z", 1);
  const submit = (draft: typeof oldest) =>
    requestChange(
      { ...deps, newNonce: randomUUID },
      {
        ...{ workspaceId, draftId: draft.id, digest: draftDigest(draft) },
        ...{ by: ANA, delivery: delivery() },
      },
    );

  const refused = await submit(oldest);

  if (refused.ok) throw new Error("It was asked for");
  expect(askingRefusalSentence(refused.because)).toContain(
    "keeps each person's newest forms for a day",
  );
  expect(await submit(newest)).not.toMatchObject({ because: "draft-gone" });
});
