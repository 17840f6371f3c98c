import { KINDS } from "../../src/kinds.ts";
import { registerKinds } from "../../src/request/change-kind.ts";

registerKinds(KINDS);
