import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const app: typeof import("@slack/bolt/dist/App.js") = require("@slack/bolt/dist/App.js");
const socketMode: typeof import("@slack/bolt/dist/receivers/SocketModeReceiver.js") = require("@slack/bolt/dist/receivers/SocketModeReceiver.js");

/** Bolt's own entry would load Express and two more receivers as well, over a hundred files. */
export const App = app.default;
export const SocketModeReceiver = socketMode.default;
