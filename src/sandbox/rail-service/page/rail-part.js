import { h } from "../../page-kit/dom.js";
import { railPicture } from "./picture.js";
import { shortId } from "./words.js";

const NO_RAIL =
  "There is no Rail yet. Once one is created at the Rail service, it is drawn here with its entry point.";

/** Draws the choice of a Rail, and its picture. */
export function railPart(onChoose) {
  const section = document.getElementById("rail");
  const select = h("select", {
    "aria-label": "Rail",
    on: { change: () => onChoose(select.value) },
  });
  const none = h("p", { class: "hint" }, NO_RAIL);
  const picture = railPicture();
  section.append(h("h2", { id: "rail-title" }, "Rail"), none, select, picture.node);
  let offered;

  return {
    show(books, chosen) {
      const rail = books.rails.find(({ id }) => id === chosen);
      none.hidden = rail !== undefined;
      select.hidden = picture.node.hidden = rail === undefined;
      if (!rail) return;
      const names = books.rails.map((rail) => [rail.id, railName(rail)]);
      // An open menu closes with its options.
      if (JSON.stringify(names) !== offered) {
        offered = JSON.stringify(names);
        select.replaceChildren(...names.map(([value, name]) => h("option", { value }, name)));
      }
      select.value = chosen;
      picture.show(rail, books);
    },
  };
}

const railName = ({ id, source_asset, destination_asset, destination }) =>
  `${source_asset} → ${destination_asset} · ${destination.name} · ${shortId(id)}`;
