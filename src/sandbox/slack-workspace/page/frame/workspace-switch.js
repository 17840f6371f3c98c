import { h } from "../../../page-kit/dom.js";
import { chooseWorkspace } from "../api.js";
import { directory } from "../directory.js";

let chosen;

/** Reads the address, `#T…/U…/C…`: turns to the workspace, and returns the rest. */
export function placeInAddress() {
  const parts = location.hash.slice(1).split("/");
  if (parts[0].startsWith("T")) chosen = parts.shift();
  chooseWorkspace(chosen);
  return parts;
}

/** Writes a place of this workspace as an address. */
export const inWorkspace = (place) => (chosen ? `${chosen}/${place}` : place);

/**
 * Makes the choice of another workspace, with which the page starts again. There is none for a single workspace, or
 * beside another person, because two side by side stay together.
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
