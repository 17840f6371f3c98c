import { homeMessage } from "../../src/home/home.ts";
import { rowsOf } from "../../src/home/rows.ts";
import { outsideMessage } from "../../src/rail/announce.ts";
import { NOW } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { casesOf } from "./cases.ts";
import { healthScreens } from "./health.ts";
import { aRow } from "./known.ts";
import { PLAIN, settingsOf, type World } from "./world.ts";

const SHOWN = [
  ...[
    "rail held from the start",
    "rail stuck: not-found",
    "sending stopped",
    "rail waiting",
    "wallet waiting",
  ],
  ...["off-ramp waiting", "import waiting", "account waiting", "rail payable", "rail denied"],
];

/** Health; Rails made elsewhere; `/rail` alone and App Home: for an approver, for a requester, and the first time. */
export function homeScreens(world: World) {
  const cases = casesOf(world);
  const [ben = ""] = world.people;
  const inForce = { version: 1, settings: settingsOf(world) };
  const standings = new Map([ben, "UANA"].map((each) => [each, "active"] as const));
  const requests = SHOWN.flatMap((name, at) => {
    const request = cases[name]?.request;
    return request ? [{ ...request, id: name, number: 150 - at, approvals: [] }] : [];
  });
  const ground = { now: NOW, restoredAt: 0, forces: { settings: 1, frozen: null } };
  const frozen = { ...ground, forces: { settings: 1, frozen: "sending stopped" } };
  const account = `${world.account} · SANDBOX`;
  const around = { by: ben, inForce, standings, ground, account, slash: "/rail" };
  const outside = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const id = world === PLAIN ? `rail_${at}` : `${at}`.padEnd(255, "x");
      // One bears a request's tag, one that of a request that is not there, the others none.
      const metadata = at > 1 && world === PLAIN ? null : RAIL.metadata;
      return aRow({ ...RAIL, id, metadata }, { taggedAs: at === 0 ? 142 : null });
    });
  const home = (asked: typeof requests, changes = {}) => {
    const rows = rowsOf({ requests: asked, rails: [], current: [] }, { ...ground, inForce });
    return homeMessage(rows, asked, { ...around, ...changes });
  };
  return [
    ...healthScreens(world),
    { name: "list of Rails made elsewhere", shown: outsideMessage(outside(1), account) },
    { name: "list of Rails made elsewhere, many", shown: outsideMessage(outside(12), account) },
    { name: "home", shown: home(requests, { ground: frozen }) },
    { name: "home of a requester", shown: home(requests, { by: "UANA" }) },
    { name: "home, one", shown: home(requests.slice(3, 4)) },
    { name: "home, first time", shown: home([]) },
    { name: "home, a changed record", shown: home([], { ground: frozen }) },
  ];
}
