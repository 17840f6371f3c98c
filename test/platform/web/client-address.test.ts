import { expect, it } from "vitest";
import { clientOf } from "../../../src/platform/web/client-address.ts";

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as Parameters<typeof clientOf>[0];

it.each([
  ["no proxy", "203.0.113.7", undefined, 0, "203.0.113.7"],
  ["no proxy, and a header that anyone may write", "203.0.113.7", "192.0.2.1", 0, "203.0.113.7"],
  ["one proxy", "10.0.0.1", "192.0.2.1", 1, "192.0.2.1"],
  [
    "one proxy, and what a client wrote before it",
    "10.0.0.1",
    "1.1.1.1, 192.0.2.1",
    1,
    "192.0.2.1",
  ],
  ["two proxies", "10.0.0.1", "1.1.1.1, 192.0.2.1, 10.0.0.2", 2, "192.0.2.1"],
  ["a proxy that says nothing", "10.0.0.1", undefined, 1, "10.0.0.1"],
  ["IPv4 in IPv6", "::ffff:203.0.113.7", undefined, 0, "203.0.113.7"],
  ["IPv6", "2001:db8:1:2:3:4:5:6", undefined, 0, "2001:db8:1:2"],
  ["IPv6 of the same customer", "2001:db8:1:2::9", undefined, 0, "2001:db8:1:2"],
  ["IPv6 with zeros", "2001:db8::9", undefined, 0, "2001:db8:0:0"],
])("counts for whom a request comes: %s", (_, remote, forwarded, proxies, client) => {
  expect(clientOf(request(remote, forwarded), proxies)).toBe(client);
});
