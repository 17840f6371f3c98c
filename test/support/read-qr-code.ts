import jsQR from "jsqr";
import { PNG } from "pngjs";

export interface ReadQrCode {
  /** The bytes that a scanner gets. */
  bytes: Buffer;
  width: number;
  height: number;
}

/** Reads a PNG with a QR code as a telephone does: from its pixels alone. Throws when there is none to be found. */
export function readQrCode(png: Uint8Array): ReadQrCode {
  const { data, width, height } = PNG.sync.read(Buffer.from(png));
  const found = jsQR.default(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error("There is no QR code in this picture");
  return { bytes: Buffer.from(found.binaryData), width, height };
}
