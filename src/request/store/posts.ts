import { type Db, statement } from "../../platform/database/db.ts";

/** A message: `about` a request or another subject, its `key` there, and the channel. */
export interface PostId {
  about: string;
  key: string;
  place: string;
}

export interface PostRow extends PostId {
  /** Slack's time stamp of the message; null until Slack has answered. */
  ts: string | null;
  /** Of what is drawn; null while a call is under way, or its outcome is unclear. */
  hash: string | null;
  try: number;
  /** When the last call began, ISO 8601. */
  drawnAt: string;
  /** Slack said that it is deleted, or that the place cannot be reached. */
  gone: boolean;
}

const READ = statement<PostRow>(`
  select about, key, place, ts, hash, try, signalbox.iso(drawn_at) as "drawnAt", gone
  from signalbox.posts where workspace = $1 and about = $2 order by key, place`);

export const readPosts = (q: Db, workspace: string, about: string): Promise<PostRow[]> =>
  q.query(READ, [workspace, about]);

export interface Begun {
  try: number;
  /** An earlier call may still land on top of this one, so the message is drawn once more. */
  wasUnclear: boolean;
}

const BEGIN = statement<Begun>(`
  with before as (select hash from signalbox.posts
    where workspace = $1 and about = $2 and key = $3 and place = $4)
  insert into signalbox.posts (workspace, about, key, place, try, drawn_at)
  values ($1, $2, $3, $4, 1, signalbox.clock())
  on conflict (workspace, about, key, place)
    do update set hash = null, try = posts.try + 1, drawn_at = excluded.drawn_at
    where $5::integer is null or posts.try = $5
  returning try, exists (select from before where hash is null) as "wasUnclear"`);

/**
 * Before each call: the hash goes, so that a lost answer leaves the post unclear. Undefined where
 * its try is not the `known` one (0: none yet; null: any), as another call has begun since.
 */
export const beginPost = async (
  q: Db,
  workspace: string,
  { about, key, place }: PostId,
  known: number | null,
): Promise<Begun | undefined> => (await q.query(BEGIN, [workspace, about, key, place, known]))[0];

const END = statement<{ key: string }>(`
  update signalbox.posts set ts = $6, hash = $7, gone = $8, try = try + $9
  where workspace = $1 and about = $2 and key = $3 and place = $4 and try = $5
  returning key`);

/**
 * After a clear answer. False if another call has begun since: then this one says nothing.
 * `isFollowed`: the next call begins with it, under the next number.
 */
export async function endPost(
  q: Db,
  workspace: string,
  { about, key, place }: PostId,
  end: { try: number; ts: string | null; hash: string | null; gone: boolean },
  isFollowed = false,
): Promise<boolean> {
  const { try: ended, ts, hash, gone } = end;
  const values = [workspace, about, key, place, ended, ts, hash, gone, isFollowed ? 1 : 0];
  return (await q.query(END, values)).length === 1;
}

const FORGET = statement(`
  with forgotten as (
    update signalbox.posts set hash = null where workspace = $1 returning about)
  update signalbox.requests set sync_at = signalbox.clock()
  where workspace = $1 and id in (select about from forgotten)`);

/** After a restore nobody knows what is drawn: every message is drawn anew. */
export async function forgetHashes(q: Db, workspace: string): Promise<void> {
  await q.query(FORGET, [workspace]);
}
