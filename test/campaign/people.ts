import { linkRail } from "../../src/rail/creating/verify-rail.ts";
import { draftRail } from "../../src/rail/screens/draft-rail.ts";
import {
  confirmRemedy,
  denyRequest,
  proposeRemedy,
  withdrawRequest,
} from "../../src/request/decide-request.ts";
import { resumeSending } from "../../src/request/freezing/freeze.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findMessage } from "../../src/request/queries/messages.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { requestChange } from "../../src/request/request-change.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import { askedNow } from "../../src/request/rules/decide-remedy.ts";
import { canonicalJson } from "../../src/request/rules/digest.ts";
import { moreRemediesAt } from "../../src/request/rules/remedies-for.ts";
import { approves } from "../services/steps.ts";
import { ANA, BEN, CAL, DAN, TREASURY } from "../support/builders.ts";
import type { CampaignDeps, Scene } from "./scene.ts";

/** Something that a person wants to do now. It is one delivery of Slack's, however often it has to be tried. */
export interface Act {
  name: string;
  run(deps: CampaignDeps): Promise<void>;
}

/** How the people of a schedule behave. */
export interface Manners {
  /** How many Rails the company has already, made elsewhere. */
  railsBefore: number;
  /** Were all Rails read before, and was that kept outside? Short looks build on it. */
  isReadBefore?: boolean;
  /** How many Rails Ana asks for. */
  asks: number;
  /** What becomes of the first of them. */
  ending: "approved" | "denied" | "withdrawn" | "left-to-expire";
  /** What they do about a request that needs a person: they look at the service, and say what is true. */
  answer: boolean;
  /** Jobs for later are lost: only the sweep wakes. */
  losesLaterJobs?: boolean;
  /** An approver does not approve again, not even where a restore has lost it. */
  approvesOnce?: boolean;
}

/** What the people have done, as they know it: the judge holds it against what the bot knows. */
export interface Known {
  /** Acknowledged submissions, with the digest of what was reviewed. */
  /** `before`: ids of the Rails that were there when it was asked for. */
  asked: Map<string, { digest: string; name: string; spec: string; before: string[] }>;
  /** The people who approved each request and were told so. */
  approved: Map<string, Set<string>>;
  /** Requests for which two people have released one more attempt. */
  released: Map<string, number>;
  /** Denied or withdrawn, acknowledged. */
  ended: Set<string>;
  /** Requests whose card somebody has deleted while they waited to be approved: nobody sees them until another one stands. */
  unseen: Set<string>;
  /** How often the database was restored. */
  restores: number;
}

export const APPROVERS = [BEN, CAL, DAN];

/** What somebody wants to do now, seeing how things stand; undefined when all wait for the bot. */
export async function nextAct(
  scene: Scene,
  manners: Manners,
  known: Known,
): Promise<Act | undefined> {
  const { db } = scene.database;
  if ((await findFreeze(db, scene.workspaceId)).frozen) {
    // They look at the service first, and wait until what is under way has come out.
    return scene.service.hasSecrets() ? undefined : resuming(scene);
  }
  if (known.asked.size < manners.asks) return asking(scene, known);
  for (const requestId of known.asked.keys()) {
    const request = await findRequest(db, { workspaceId: scene.workspaceId, requestId });
    if (!request || (await isCardMissing(scene, known, request))) continue;
    const act = about(scene, manners, known, request);
    if (act) return act;
  }
  return undefined;
}

/** Is its card deleted, and no other one there? */
export async function isCardMissing(
  { database, slack }: Scene,
  { unseen }: Known,
  { workspaceId, id: requestId, state }: ChangeRequest,
): Promise<boolean> {
  if (state.status !== "pending" || !unseen.has(requestId)) return false;
  const card = await findMessage(database.db, { workspaceId, requestId }, "approval-card");
  return !card || slack.find(card.channelId, card.ts) === undefined;
}

function about(
  scene: Scene,
  manners: Manners,
  known: Known,
  request: ChangeRequest,
): Act | undefined {
  const isFirst = request.number === 1;
  switch (request.state.status) {
    case "pending":
      if (isFirst && manners.ending === "left-to-expire") return undefined;
      if (isFirst && request.approvals.length === 1 && manners.ending !== "approved") {
        return manners.ending === "denied" ? denying(request, known) : withdrawing(request, known);
      }
      return approving(scene, manners, request, known);
    case "needs-a-person":
      return manners.answer ? answering(scene, request, known) : undefined;
    default:
      return undefined;
  }
}

const active = ({ standings }: Scene) =>
  APPROVERS.filter((by) => (standings[by] ?? "active") === "active");

/** A click is one delivery, however often Slack has to bring it; after a restore people click anew. */
const clickOn = (
  { known }: { known: Known },
  request: ChangeRequest,
  by: string,
  what: string,
) => ({
  workspaceId: request.workspaceId,
  requestId: request.id,
  by,
  delivery: `${request.id}:${by}:${what}:${request.version}:${known.restores}`,
});

function asking(scene: Scene, known: Known): Act {
  const number = known.asked.size + 1;
  const draftId = scene.random.uuid();
  return {
    name: `Ana asks for Rail ${number}`,
    async run(deps) {
      const { workspaceId, connectionId } = scene;
      const [destination] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
      const name = `Float ${number}`;
      const drafted = await draftRail(deps, workspaceId, ANA, {
        draftId,
        askedIn: TREASURY,
        type: "ON_RAMP",
        name,
        reason: "Salaries",
        reference: number % 2 === 0 ? "PAY-7" : null,
        fiatAsset: "GBP",
        stablecoin: "GBPA",
        network: "SOLANA_DEVNET",
        destinationId: destination?.id ?? "",
        wantsAnother: true,
      });
      if (!drafted.ok) throw new Error(`The form was refused: ${JSON.stringify(drafted)}`);
      const { digest } = drafted;
      const delivery = `${draftId}:ask`;
      const submission = { workspaceId, draftId, digest, by: ANA, delivery };
      const asked = await requestChange(deps, submission);
      if (!asked.ok) return;
      const { id, content } = asked.request;
      const spec = "spec" in content.change ? canonicalJson(content.change.spec) : "";
      const before = scene.service.held().map((rail) => rail.id);
      known.asked.set(id, { digest: asked.request.digest, name, spec, before });
    },
  };
}

function approving(
  scene: Scene,
  { approvesOnce }: Manners,
  request: ChangeRequest,
  known: Known,
): Act | undefined {
  const thinksSo = (by: string) => approvesOnce && known.approved.get(request.id)?.has(by);
  const by = active(scene).find(
    (each) => !thinksSo(each) && !request.approvals.some((given) => given.by === each),
  );
  if (!by) return undefined;
  return {
    name: `${by} approves R-${request.number}`,
    async run(deps) {
      const { delivery } = clickOn({ known }, request, by, "approve");
      // Approved is what stands on the screen, whatever stands in the table by now.
      const digest = known.asked.get(request.id)?.digest ?? "";
      const applied = await approves({ deps }, request, by, { delivery, digest });
      if (applied.ok || applied.refusal === "seen-before") noteApproval(known, request.id, by);
    },
  };
}

function noteApproval({ approved }: Known, requestId: string, by: string): void {
  approved.set(requestId, (approved.get(requestId) ?? new Set()).add(by));
}

function denying(request: ChangeRequest, known: Known): Act {
  return {
    name: `Cal denies R-${request.number}`,
    async run(deps) {
      const applied = await denyRequest(deps, {
        ...clickOn({ known }, request, CAL, "deny"),
        reason: "No",
      });
      if (applied.ok) known.ended.add(request.id);
    },
  };
}

function withdrawing(request: ChangeRequest, known: Known): Act {
  return {
    name: `Ana withdraws R-${request.number}`,
    async run(deps) {
      const applied = await withdrawRequest(deps, clickOn({ known }, request, ANA, "withdraw"));
      if (applied.ok) known.ended.add(request.id);
    },
  };
}

/** At any moment, and so perhaps too late. */
export function withdrawingNow(request: ChangeRequest, known: Known): Act {
  return withdrawing(request, known);
}

function resuming(scene: Scene): Act {
  return {
    name: "two approvers let sending go on",
    async run(deps) {
      const { workspaceId } = scene;
      const shown = (await findFreeze(deps.db, workspaceId)).frozen?.since ?? "";
      for (const by of active(scene).slice(0, 2)) {
        await resumeSending(deps, { workspaceId, by, shown, delivery: scene.random.uuid() });
      }
    },
  };
}

/** They look at the service: the Rail is linked where it is, one more attempt released where it is not. */
function answering(scene: Scene, request: ChangeRequest, known: Known): Act | undefined {
  if (request.state.status !== "needs-a-person") return undefined;
  // What the network still holds back nobody can know of; people who wait long enough see it.
  if (scene.service.hasSecrets() || scene.service.isRevoked()) return undefined;
  // Without a tag they cannot tell its Rail from what others made.
  if (!scene.service.isTagEchoed()) return undefined;
  const held = scene.service.held().filter(({ tag }) => tag?.requestId === request.id);
  const [only] = held;
  const [one, other] = active(scene);
  if (!one || !other || held.length > 1) return undefined;
  const { question } = request.state;
  if (only) {
    return {
      name: `${one} links ${only.id} to R-${request.number}`,
      async run(deps) {
        const click = clickOn({ known }, request, one, "link");
        const linked = await linkRail(deps, { ...click, railId: only.id });
        // An altered reading that refused a link is over: the read-back is another one.
        if (!linked.ok) scene.service.forgetAltered();
      },
    };
  }
  if (question !== "outcome" && question !== "look-alike-rail") return undefined;
  return {
    name: `${one} and ${other} release one more attempt of R-${request.number}`,
    async run(deps) {
      const remedy = { type: "release-attempt" } as const;
      const asked = askedNow(request);
      // They come back once they may.
      const from = moreRemediesAt(request);
      if (from !== undefined && from > scene.now.value) scene.now.value = from;
      await proposeRemedy(deps, { ...clickOn({ known }, request, one, "propose"), remedy, asked });
      const applied = await confirmRemedy(deps, {
        ...clickOn({ known }, request, other, "agree"),
        ...{ remedy, asked },
      });
      if (applied.ok) known.released.set(request.id, (known.released.get(request.id) ?? 0) + 1);
    },
  };
}
