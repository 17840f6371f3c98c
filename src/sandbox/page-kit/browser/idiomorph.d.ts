/** The server sends the package's own file at this address. */
export { Idiomorph } from "idiomorph";
