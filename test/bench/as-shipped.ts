/** Node's flags in the image: what is compiled under others is compiled again. */
export const AS_SHIPPED = ["--max-semi-space-size=4", "--heap-growing-percent=30"];
