import QRCode from "qrcode";

/** Slack draws pictures some 360 pixels wide; a picture that it need not shrink keeps its modules sharp. */
const WIDTH = 360;
/** What the standard asks for around the code, in modules. */
const QUIET_ZONE = 4;

/**
 * The picture of a text as a PNG some 300 pixels wide: its UTF-8 bytes and nothing else, no URI scheme before them. Error
 * correction M: it can be read with 15 % of it damaged.
 */
export async function qrCode(text: string): Promise<Uint8Array> {
  const segments = [{ mode: "byte" as const, data: Buffer.from(text) }];
  const { modules } = QRCode.create(segments, { errorCorrectionLevel: "M" });
  // A whole number of pixels for each module: otherwise some would come out wider than others.
  const scale = Math.max(2, Math.floor(WIDTH / (modules.size + 2 * QUIET_ZONE)));
  return QRCode.toBuffer(segments, { errorCorrectionLevel: "M", margin: QUIET_ZONE, scale });
}
