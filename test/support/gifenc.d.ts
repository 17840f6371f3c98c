/** What `pictures.ts` uses of gifenc, which has no types of its own. */
declare module "gifenc" {
  type Palette = number[][];
  interface Gif {
    /** `delay` in ms. */
    writeFrame(
      pixels: Uint8Array,
      width: number,
      height: number,
      options: { palette: Palette; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    quantize(rgba: Uint8Array, colours: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
    GIFEncoder(): Gif;
  };
  export = gifenc;
}
