import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { registerRateLimit } from "../limits/rate-limits.ts";
import { getClientAddress } from "./client-address.ts";
import { createFastify } from "./fastify-server.ts";

let app: FastifyInstance;
afterEach(() => app.close());

/** Gets the client address of a request with this X-Forwarded-For; `isSecure` means that a proxy is in front. */
async function getAddress(forwarded: string, { remoteAddress = "127.0.0.1", isSecure = true } = {}) {
	app = createFastify(isSecure);
	app.get("/", (request) => getClientAddress(request));
	const headers = { "x-forwarded-for": forwarded };
	const { body } = await app.inject({ url: "/", headers, remoteAddress });
	await app.close();
	return body;
}

test.each([
	["203.0.113.7", "203.0.113.7"],
	["203.0.113.7:5678", "203.0.113.7"],
	["2001:db8::1", "2001:db8::1"],
	["[2001:db8::1]", "2001:db8::1"],
	["[2001:db8::1]:443", "2001:db8::1"],
	["::ffff:203.0.113.7", "203.0.113.7"],
	["::FFFF:203.0.113.7", "203.0.113.7"],
	["2001:DB8:0:0::1", "2001:db8::1"],
])("a forwarded address %s is parsed as %s", async (forwarded, address) => {
	expect(await getAddress(forwarded)).toBe(address);
});

test("trusted proxies in between are skipped, with or without a port", async () => {
	expect(await getAddress("198.51.100.1, 203.0.113.7:5678, 10.0.0.2:443")).toBe("203.0.113.7");
});

test("entries that the client added before the proxy's own are ignored", async () => {
	expect(await getAddress("198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
	expect(await getAddress("10.0.0.9, 203.0.113.7:80")).toBe("203.0.113.7");
});

test.each(["unknown", "1.2.3.4.5", "203.0.113.7:http", "'; --", "_hidden", "0x7f.1", "127.1"])(
	"an invalid address (%s) is replaced by that of the proxy that sent it",
	async (forwarded) => {
		expect(await getAddress(forwarded)).toBe("127.0.0.1");
		expect(await getAddress(`203.0.113.7, ${forwarded}, 10.0.0.2`)).toBe("10.0.0.2");
	},
);

test("forwarding headers are ignored without a proxy and from untrusted addresses", async () => {
	expect(await getAddress("203.0.113.7", { isSecure: false })).toBe("127.0.0.1");
	expect(await getAddress("203.0.113.7", { remoteAddress: "198.51.100.20" })).toBe("198.51.100.20");
});

test("a new port or sibling IPv6 address keeps the rate limit", async () => {
	app = createFastify(true);
	await registerRateLimit(app);
	app.get("/", { config: { rateLimit: { max: 2, timeWindow: 60_000 } } }, async () => ({}));
	const listStatuses = async (...addresses: string[]) => {
		const found: number[] = [];
		for (const address of addresses)
			found.push((await app.inject({ url: "/", headers: { "x-forwarded-for": address } })).statusCode);
		return found;
	};
	expect(await listStatuses("203.0.113.7:1", "203.0.113.7:2", "203.0.113.7:3", "203.0.113.7")).toEqual([
		200, 200, 429, 429,
	]);
	expect(await listStatuses("[2001:db8::1]:1", "2001:db8::2", "[2001:DB8:0:0:1::]:3")).toEqual([200, 200, 429]);
});
