import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAllowedEndpoint, isPublicAddress, lookupPublicAddress, PrivateAddressError } from "./endpoint.ts";

const publicOnly = { allowsLoopback: false };

describe("a push endpoint", () => {
	test.each([
		"https://fcm.googleapis.com/fcm/send/abc:def",
		"https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
		"https://web.push.apple.com/QGuQyavXutnMH",
		"https://wns2-par02p.notify.windows.com/w/?token=BQYA",
	])("may be a public https host: %s", (endpoint) => {
		expect(isAllowedEndpoint(endpoint, publicOnly)).toBe(true);
	});

	test.each([
		"http://fcm.googleapis.com/fcm/send/a",
		"ftp://push.example.com/a",
		"file:///etc/passwd",
		"nonsense",
		"https://localhost/a",
		"https://intranet/a",
		"https://127.0.0.1/a",
		"https://2130706433/a",
		"https://0x7f.1/a",
		"https://[::1]/a",
		"https://[fe80::1]/a",
		"https://10.0.0.8/a",
		"https://169.254.169.254/latest/meta-data",
		"https://8.8.8.8/a",
		"https://db.internal/a",
		"https://printer.local/a",
		"https://a.localhost/",
		"https://x.onion/",
		"https://user:secret@push.example.com/a",
		"https://push.example.com:5432/a",
		"https://push.example.com:8443/",
	])("must be a public host with TLS, without port or credentials: %s", (endpoint) => {
		expect(isAllowedEndpoint(endpoint, publicOnly)).toBe(false);
	});

	test("may be on this machine if loopback is allowed, nowhere private", () => {
		expect(isAllowedEndpoint("http://127.0.0.1:4000/a", { allowsLoopback: true })).toBe(true);
		expect(isAllowedEndpoint("http://10.0.0.8/a", { allowsLoopback: true })).toBe(false);
		expect(isAllowedEndpoint("http://push.example.com/a", { allowsLoopback: true })).toBe(false);
	});
});

describe("the address of a push endpoint", () => {
	test("is refused on connecting if the name resolves to a private address", async () => {
		const found = await new Promise((resolve) => lookupPublicAddress("localhost", { all: true }, resolve));
		expect(found).toBeInstanceOf(PrivateAddressError);
		const single = await new Promise((resolve) => lookupPublicAddress("localhost", {}, resolve));
		expect(single).toBeInstanceOf(PrivateAddressError);
	});

	test("is recognised as private in every notation", () => {
		const byte = fc.integer({ min: 0, max: 255 });
		const privateBytes = fc.oneof(
			fc.tuple(fc.constantFrom(10, 127, 0, 224, 240, 255), byte, byte, byte),
			fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
			fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
			fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
			fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
		);
		fc.assert(
			fc.property(privateBytes, (bytes) => {
				expect(isPublicAddress(bytes.join("."))).toBe(false);
				expect(isPublicAddress(`::ffff:${bytes.join(".")}`)).toBe(false);
			}),
		);
		for (const address of ["::1", "::", "fc00::1", "fd12::9", "fe80::2", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::"])
			expect([address, isPublicAddress(address)]).toEqual([address, false]);
		for (const address of ["142.250.70.138", "2404:6800:4006:80e::200a"]) expect(isPublicAddress(address)).toBe(true);
	});
});
