import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

const CONFIG = `
[tsa]
default_tsa = own
[own]
serial = serial
crypto_device = builtin
signer_cert = cert.pem
signer_key = key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
[req]
distinguished_name = name
[name]
[ts]
extendedKeyUsage = critical,timeStamping
`;

/** A time-stamp authority of OpenSSL behind HTTP. */
export async function startAuthority() {
  const place = mkdtempSync(join(tmpdir(), "signalbox-tsa-"));
  const openssl = (...words: string[]) =>
    execFileSync("openssl", words, { cwd: place, stdio: "pipe" });
  writeFileSync(join(place, "openssl.cnf"), CONFIG);
  writeFileSync(join(place, "serial"), "01\n");
  const made = "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=TSA -extensions ts";
  openssl(...made.split(" "), ..."-config openssl.cnf -keyout key.pem -out cert.pem".split(" "));
  const state = { isDown: true };
  const server = createServer(async (request, response) => {
    const query = await buffer(request);
    if (state.isDown) return response.writeHead(503).end();
    writeFileSync(join(place, "query"), query);
    openssl(..."ts -reply -config openssl.cnf -queryfile query -out answer".split(" "));
    response.end(readFileSync(join(place, "answer")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Throws unless OpenSSL accepts it. */
    accept(data: string, stamp: Uint8Array): string {
      writeFileSync(join(place, "data"), data);
      writeFileSync(join(place, "stamp"), stamp);
      return openssl(..."ts -verify -data data -in stamp -CAfile cert.pem".split(" ")).toString();
    },
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      rmSync(place, { recursive: true });
    },
  };
}
