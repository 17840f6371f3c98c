import type { Contents } from "../request/capability.ts";
import { policyCommand } from "./screens/policy-listeners.ts";

export const contents: Contents = { commands: [policyCommand] };
