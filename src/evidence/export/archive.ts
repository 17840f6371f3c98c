import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

const BLOCK = 512;

/** The files of a directory as one `.tar.gz`, below a folder of this name: the same bytes for the same files. */
export async function archiveOf(directory: string, name: string): Promise<Buffer> {
  const zipped = createGzip();
  const [bytes] = await Promise.all([
    buffer(zipped),
    pipeline(Readable.from(tar(directory, name)), zipped),
  ]);
  return bytes;
}

async function* tar(directory: string, name: string): AsyncGenerator<Buffer> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((file) => file.isFile())
    .map((file) => relative(directory, join(file.parentPath, file.name)))
    .sort();
  for (const path of paths) {
    const content = await readFile(join(directory, path));
    yield headerOf(name, path, content.length);
    yield content;
    yield Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** As POSIX calls it: ustar, which keeps the folder in a field of its own. Without owners, and without a time. */
function headerOf(folder: string, path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, "0")}\0`;
  if (Buffer.byteLength(path) > 100 || Buffer.byteLength(folder) > 155) {
    throw new TypeError(`${folder}/${path} is too long for an archive`);
  }
  header.write(path, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(folder, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)} `, 148);
  return header;
}
