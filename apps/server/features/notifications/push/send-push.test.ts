import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PushService, pushService } from "../../../testing/services/push-service.ts";
import { getContact } from "./push-settings.ts";
import { createSendPush } from "./send-push.ts";
import { createVapidKeyPair } from "./vapid.ts";

const keys = createVapidKeyPair();
const contact = "mailto:operator@bounce.example";
const send = createSendPush(async () => keys, { contact, allowsLoopback: true }, 400);
const message = {
	text: JSON.stringify({ title: "Ada is out" }),
	topic: "notice-7",
	ttl: 90.4,
	urgency: "high",
} as const;

let service: PushService;
beforeAll(async () => {
	service = await pushService();
});
beforeEach(() => {
	service.answer(201);
	service.arrived.length = 0;
});
afterAll(async () => {
	send.close();
	await service.close();
});

const aTarget = () => {
	const browser = service.browser();
	const { endpoint, keys: its } = browser.subscription;
	return { ...browser, target: { endpoint, ...its } };
};

/** A VAPID token's claims, if it is signed by the key it names (RFC 8292). */
function claimsOf(authorization: string): { readonly aud: string; readonly sub: string; readonly exp: number } {
	const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
	const [head, claims = "", signature = ""] = token.split(".");
	const point = Buffer.from(key, "base64url");
	const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
	const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
	const signed = Buffer.from(`${head}.${claims}`);
	const is = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
	if (!verify("sha256", signed, is, Buffer.from(signature, "base64url"))) throw new Error("not signed by its key");
	expect(key).toBe(keys.publicKey);
	return JSON.parse(Buffer.from(claims, "base64url").toString());
}

describe("a push message", () => {
	test("can be read by its browser alone, and is signed for the push service by the server's key", async () => {
		const { target, read } = aTarget();
		expect(await send(target, message)).toEqual({ kind: "sent" });
		const [arrived] = service.arrived;
		if (!arrived) throw new Error("nothing arrived");
		expect(read(arrived.body)).toEqual({ title: "Ada is out" });
		expect(arrived.headers).toMatchObject({
			ttl: "90",
			urgency: "high",
			topic: "notice-7",
			"content-encoding": "aes128gcm",
		});
		const claims = claimsOf(arrived.headers.authorization ?? "");
		expect(claims).toMatchObject({ aud: service.url, sub: contact });
		expect(claims.exp * 1_000 - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
		expect(() => aTarget().read(arrived.body)).toThrow();
	});

	test.each([
		[404, {}, { kind: "gone" }],
		[410, {}, { kind: "gone" }],
		[429, { "retry-after": "120" }, { kind: "later", after: 120_000 }],
		[503, {}, { kind: "later", after: 0 }],
		[500, { "retry-after": "99999999" }, { kind: "later", after: 6 * 3_600_000 }],
		[400, {}, { kind: "refused" }],
		[302, { location: "http://169.254.169.254/" }, { kind: "refused" }],
	] as const)("that is answered %i is told apart, and no answer leads elsewhere", async (status, headers, outcome) => {
		service.answer(status, headers);
		expect(await send(aTarget().target, message)).toMatchObject(outcome);
		expect(service.arrived).toHaveLength(1);
	});

	test("waits neither for a service that says nothing nor for one that says too much", async () => {
		service.answer(0);
		expect(await send(aTarget().target, message)).toMatchObject({ kind: "later" });
		service.answer(201, {}, "x".repeat(5_000_000));
		expect(await send(aTarget().target, message)).toEqual({ kind: "sent" });
	});

	test("goes to nobody on this machine unless the settings say so", async () => {
		const strict = createSendPush(async () => keys, { contact, allowsLoopback: false });
		expect(await strict(aTarget().target, message)).toEqual({ kind: "refused", reason: "no public address" });
		strict.close();
		expect(service.arrived).toEqual([]);
	});
});

test("push services may write to the operator, else to the site, else to whom its mail comes from", () => {
	const site = {
		supportEmail: null,
		publicUrl: "http://localhost:3000",
		mailFrom: "First Bounce <no-reply@localhost>",
	};
	expect(getContact(site)).toBe("mailto:no-reply@localhost");
	expect(getContact({ ...site, publicUrl: "https://bounce.example" })).toBe("https://bounce.example");
	expect(getContact({ ...site, supportEmail: "help@bounce.example" })).toBe("mailto:help@bounce.example");
});
