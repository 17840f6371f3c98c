import { openMarkerFiles } from "../../src/freeze/restored-database.ts";
import { digestOf } from "../../src/request/rules/digest.ts";

/** A process that keeps a hundred entries, while others do: the directory, the workspace and where it begins. */
const [directory = "", workspaceId = "", offset = "0"] = process.argv.slice(2);
const marker = await openMarkerFiles(directory);
for (let sequence = Number(offset); sequence < 300; sequence += 3) {
  // As a process would: what is higher than what it has read stays.
  const former = (await marker.read(workspaceId)).filter((mark) => mark.sequence < sequence);
  await marker.replace(workspaceId, former, { sequence, hash: digestOf(`${sequence}`) });
}
