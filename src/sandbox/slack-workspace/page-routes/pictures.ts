import { placedFiles } from "../blocks/find-elements.ts";
import type { SlackFile } from "../blocks/image.ts";
import type { BlockRules } from "../blocks/list-rules.ts";
import type { Context } from "../context.ts";
import type { KeptFile } from "../kept/files.ts";
import { isPictureType } from "../mimetype.ts";
import { toSlackFile } from "../slack-file.ts";

type Deps = Pick<Context, "files" | "seed" | "url">;

/** The rules for blocks from this app. */
export const blockRules = (context: Context): BlockRules => ({
  isPicture(file) {
    const picture = pictureOf(context, file);
    return picture !== undefined && context.now() - picture.createdAt >= context.faults.filesLagMs;
  },
  mayReadFiles: context.installation()?.scopes.includes("files:read") ?? false,
  assumed: context.assumed.blockKit,
});

/**
 * Finds a picture that a person sees in a message, a modal or on their Home. `name` is its id or address, as in the
 * blocks.
 */
export function pictureSeenBy(context: Context, userId: string, name: string) {
  const { directory, messages, views } = context;
  const home = views.homeOf(userId);
  const shown = [
    ...directory.visibleTo(userId).flatMap(({ id }) => messages.seenBy(userId, id)),
    ...views.stackOf(userId).map(({ content }) => content),
    ...(home ? [home.content] : []),
  ].flatMap(({ blocks }) => placedFiles(blocks));
  const placed = shown.find(({ file }) => file.id === name || file.url === name);
  return placed && pictureOf(context, placed.file);
}

function pictureOf(deps: Deps, { id, url }: SlackFile): KeptFile | undefined {
  const file = id === undefined ? fileAt(deps, url) : deps.files.find(id);
  return file && isPictureType(file.mimetype) ? file : undefined;
}

function fileAt(deps: Deps, url: string | undefined): KeptFile | undefined {
  return deps.files.all().find((file) => {
    const { url_private, permalink } = toSlackFile(file, deps);
    return url === url_private || url === permalink;
  });
}
