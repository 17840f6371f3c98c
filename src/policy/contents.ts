import { policyCommand } from "./screens/policy-listeners.ts";

export const policyContents = { commands: [policyCommand] };
