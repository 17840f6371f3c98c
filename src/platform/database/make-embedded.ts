import { workerData } from "node:worker_threads";
import { openPglite } from "./open-embedded.ts";

await (await openPglite(workerData)).close();
