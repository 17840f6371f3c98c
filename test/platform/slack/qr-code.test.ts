import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { qrCode } from "../../../src/platform/slack/qr-code.ts";
import { readQrCode } from "../../support/read-qr-code.ts";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const read = async (text: string) => readQrCode(await qrCode(text));

describe("a QR code", () => {
  it.each([
    ["of a Solana address", "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"],
    ["of an EVM address with its checksum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["of a Bitcoin address", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
    ["of an address in capitals, which has a shorter spelling in QR codes", "BC1QAR0SRRR7XFKVY5L6"],
    ["of digits only", "00123456789012345678"],
    ["of letters outside ASCII", "адрес-ä-鍵-🔑"],
    ["of a single character", "1"],
    ["of 256 characters", BASE58.repeat(5).slice(0, 256)],
  ])("%s reads as its very bytes", async (_, text) => {
    expect((await read(text)).bytes.equals(Buffer.from(text))).toBe(true);
  });

  it("reads as its very bytes, whatever the address", async () => {
    const base58 = fc.string({ unit: fc.constantFrom(...BASE58), minLength: 1, maxLength: 200 });
    const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), maxLength: 128 });
    const address = fc.oneof(
      base58,
      hex.map((digits) => `0x${digits}`),
    );
    await fc.assert(
      fc.asyncProperty(address, async (text) => {
        expect((await read(text)).bytes.toString("utf8")).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it.each([1, 44, 120, 200, 256])("has a scannable size at %i characters", async (length) => {
    const { width, height } = await read("x".repeat(length));

    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(280);
    expect(width).toBeLessThanOrEqual(360);
  });

  it("has four light modules around it on every side", async () => {
    const { data, width } = PNG.sync.read(Buffer.from(await qrCode("x".repeat(44))));
    const isDark = (x: number, y: number) => data[(y * width + x) * 4] === 0;
    const all = Array.from({ length: width }, (_, index) => index);
    const darkColumns = all.filter((x) => all.some((y) => isDark(x, y)));
    const darkRows = all.filter((y) => all.some((x) => isDark(x, y)));

    // 44 bytes at error correction M take version 4: 33 modules, and 4 on either side.
    const module = width / (33 + 8);
    for (const dark of [darkColumns, darkRows]) {
      expect([dark.at(0), dark.at(-1)]).toEqual([4 * module, width - 4 * module - 1]);
    }
  });
});
