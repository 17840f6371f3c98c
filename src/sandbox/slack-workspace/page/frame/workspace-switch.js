import { h } from "../../../page-kit/dom.js";
import { chooseWorkspace } from "../api.js";
import { directory } from "../directory.js";

let chosen;

/** What the address says, `#T…/U…/C…`, without the workspace, which it turns to. */
export function placeInAddress() {
  const parts = location.hash.slice(1).split("/");
  if (parts[0].startsWith("T")) chosen = parts.shift();
  chooseWorkspace(chosen);
  return parts;
}

/** A place of this workspace, as it stands in the address. */
export const inWorkspace = (place) => (chosen ? `${chosen}/${place}` : place);

/**
 * Another workspace of the server: the page begins anew there. Nothing where there is no other, nor beside another person:
 * of two side by side, none leaves alone.
 */
export function workspaceSwitch() {
  if (directory.teams.length < 2 || window !== window.top) return [];
  const select = h(
    "select",
    {
      "aria-label": "Workspace",
      class: "workspace-switch",
      data: { nav: "workspace" },
      on: {
        change() {
          location.hash = select.value;
          location.reload();
        },
      },
    },
    directory.teams.map(({ id, name }) =>
      h("option", { value: id, selected: id === directory.team.id }, name),
    ),
  );
  return [select];
}
