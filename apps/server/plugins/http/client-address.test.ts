import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { getClientAddress } from "./client-address.ts";
import { createFastify } from "./fastify-server.ts";
import { registerRateLimit } from "./security.ts";

let app: FastifyInstance;
afterEach(() => app.close());

/** What a server counts a request for, with TLS at a proxy in front or without one. */
async function addressOf(forwarded: string, { remoteAddress = "127.0.0.1", isSecure = true } = {}) {
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
])("the address that a proxy names as %s is %s", async (forwarded, address) => {
	expect(await addressOf(forwarded)).toBe(address);
});

test("a proxy of one's own between, named with its port, is passed over to the address before it", async () => {
	expect(await addressOf("198.51.100.1, 203.0.113.7:5678, 10.0.0.2:443")).toBe("203.0.113.7");
});

test("what a client writes ahead of the proxy's own entry is not believed", async () => {
	expect(await addressOf("198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
	expect(await addressOf("10.0.0.9, 203.0.113.7:80")).toBe("203.0.113.7");
});

test.each(["unknown", "1.2.3.4.5", "203.0.113.7:http", "'; --", "_hidden", "0x7f.1", "127.1"])(
	"what is no address (%s) counts for the proxy that sent it",
	async (forwarded) => {
		expect(await addressOf(forwarded)).toBe("127.0.0.1");
		expect(await addressOf(`203.0.113.7, ${forwarded}, 10.0.0.2`)).toBe("10.0.0.2");
	},
);

test("without a proxy, or from somebody who is not one, nothing is believed", async () => {
	expect(await addressOf("203.0.113.7", { isSecure: false })).toBe("127.0.0.1");
	expect(await addressOf("203.0.113.7", { remoteAddress: "198.51.100.20" })).toBe("198.51.100.20");
});

test("a new port, or another address of the household's network, is no new allowance", async () => {
	app = createFastify(true);
	await registerRateLimit(app);
	app.get("/", { config: { rateLimit: { max: 2, timeWindow: 60_000 } } }, async () => ({}));
	const statuses = async (...addresses: string[]) => {
		const found: number[] = [];
		for (const address of addresses)
			found.push((await app.inject({ url: "/", headers: { "x-forwarded-for": address } })).statusCode);
		return found;
	};
	expect(await statuses("203.0.113.7:1", "203.0.113.7:2", "203.0.113.7:3", "203.0.113.7")).toEqual([
		200, 200, 429, 429,
	]);
	expect(await statuses("[2001:db8::1]:1", "2001:db8::2", "[2001:DB8:0:0:1::]:3")).toEqual([200, 200, 429]);
});
