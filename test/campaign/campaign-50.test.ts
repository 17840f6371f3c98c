import { keepPromises } from "./keep-promises.ts";

keepPromises(50);
