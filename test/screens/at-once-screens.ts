import { retireBlocks } from "../../src/destination/retire.ts";
import { freezeAnswer, freezeModal } from "../../src/freeze/freeze.ts";
import { present } from "../../src/platform/slack/blocks/text.ts";
import { modal } from "../../src/platform/slack/blocks/views.ts";
import { casesOf, stopOf } from "./cases.ts";
import type { World } from "./world.ts";

/** What one person does at once. */
export function atOnceScreens(world: World) {
  const cases = casesOf(world);
  const wallet = cases["wallet usable"]?.request;
  const rail = cases["rail payable"]?.request;
  const waiting = cases["rail waiting"]?.request;
  const resume = stopOf(world);
  const replaced = { ...resume, number: 149 };
  const removal = (name: string, requests: readonly (typeof rail)[], elsewhere: number) => ({
    name: `retire, ${name}`,
    shown: modal({
      ...{ id: "retire", title: "Remove R-131", submit: "Remove" },
      blocks: wallet ? retireBlocks(wallet, present(requests), elsewhere) : [],
    }),
  });
  return [
    removal("unused", [], 0),
    removal("one Rail", [rail], 0),
    removal("many", [...Array.from({ length: 9 }, () => rail), waiting], 2),
    { name: "freeze", shown: freezeModal(null) },
    { name: "freeze again", shown: freezeModal(resume) },
    { name: "frozen", shown: freezeAnswer({ resume, replaced, isNew: true }, [141], true) },
    {
      name: "frozen before",
      shown: freezeAnswer({ resume, replaced: null, isNew: false }, [], false),
    },
  ];
}
