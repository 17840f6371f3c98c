import { destinationsCommand } from "./register/destinations.ts";

export const destinationContents = { commands: [destinationsCommand] };
