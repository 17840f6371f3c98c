import { homeMessage } from "../../src/home/home.ts";
import { rowsOf } from "../../src/home/rows.ts";
import { NOW } from "../rules/company.ts";
import { casesOf } from "./cases.ts";
import { settingsOf, type World } from "./world.ts";

/** `/rail` alone and App Home, for an approver, and the first time. */
export function homeScreens(world: World) {
  const cases = casesOf(world);
  const [ben = ""] = world.people;
  const inForce = { version: 1, settings: settingsOf(world) };
  const standings = new Map([ben, "UANA"].map((each) => [each, "active"] as const));
  const requests = Object.values(cases).map(({ request }, at) => ({
    ...{ ...request, id: `r${at}`, number: 900 - at },
  }));
  const resume = requests.find(({ content }) => content.change.kind === "resume");
  const ground = { now: NOW, restoredAt: 0, forces: { settings: 1, frozen: null } };
  const rows = rowsOf({ requests, rails: [], current: [] }, { ...ground, inForce });
  const around = {
    ...{ by: ben, inForce, standings, ground, slash: "/rail" },
    account: `${world.account} · SANDBOX`,
  };
  const frozen = { ...ground, forces: { settings: 1, frozen: resume?.id ?? "" } };
  const stuck = requests.filter(({ state }) => state.is === "stuck").slice(0, 1);
  const rowsOfStuck = rows.filter(({ value }) => value === stuck[0]?.id);
  return [
    { name: "home", shown: homeMessage(rows, requests, { ...around, ground: frozen }) },
    { name: "home of a requester", shown: homeMessage(rows, requests, { ...around, by: "UANA" }) },
    { name: "home, a question", shown: homeMessage(rowsOfStuck, stuck, around) },
    { name: "home, first time", shown: homeMessage([], [], around) },
    { name: "home, a changed record", shown: homeMessage([], [], { ...around, ground: frozen }) },
  ];
}
