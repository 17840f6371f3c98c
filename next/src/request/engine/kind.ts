import type { ModalView } from "@slack/types";
import type { Db } from "../../platform/database/db.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Frame, ReviewFacts } from "../forms/review-blocks.ts";
import type { Obstacle } from "../rules/around.ts";
import type { ContentOf, KindName } from "../rules/content.ts";
import type { Outcome } from "../rules/outcome.ts";
import type { Request } from "../rules/request.ts";
import type { Ground } from "../store/ground.ts";
import type { Context } from "./context.ts";

export type RequestOf<K extends KindName> = Request & { content: ContentOf<K> };

/** One kind of change: all that the engine asks it. */
export interface Kind<K extends KindName> {
  /**
   * Why the content cannot be carried out now. Asked at the review, when it is asked for, at each approval and where it is
   * carried out: then after the lock.
   */
  obstacle(db: Db, content: ContentOf<K>, ground: Ground): Promise<Obstacle | null>;
  /** The review: what the requester sees before asking, and approvers before they approve. */
  review(facts: ReviewFacts, change: ContentOf<K>["change"], frame: Frame): ModalView;
  /** Sends it, once. Never throws: what goes wrong is an outcome. Absent where nothing is sent. */
  post?(context: Context, request: RequestOf<K>): Promise<Outcome>;
  /** Walks the service's list, so that the next ground has a look that begins now. False if no walk was complete. */
  look?(context: Context, request: RequestOf<K>): Promise<boolean>;
  /** Reads what was created by its id: the Rail, null where the service has none, `failed` if nothing was learned. */
  read?(context: Context, request: RequestOf<K>, railId: string): Promise<Rail | null | "failed">;
}

export type Kinds = { readonly [K in KindName]: Kind<K> };

/** The kind of a content. The map and the content agree by construction, which TypeScript cannot follow. */
export function kindOf(kinds: Kinds, { change }: { change: { kind: KindName } }): Kind<KindName> {
  return kinds[change.kind] as unknown as Kind<KindName>;
}
