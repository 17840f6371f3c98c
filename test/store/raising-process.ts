import { openMarkerFiles } from "../../src/store/marker-file.ts";

/** A process that raises a marker a hundred times, while others do: the directory, the workspace and where it begins. */
const [directory = "", workspaceId = "", offset = "0"] = process.argv.slice(2);
const marker = await openMarkerFiles(directory);
for (let entries = Number(offset); entries < 300; entries += 3) {
  await marker.raise(workspaceId, entries);
  await marker.read(workspaceId);
}
