import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";
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
	service = await startPushService();
});
beforeEach(() => {
	service.answer(201);
	service.received.length = 0;
});
afterAll(async () => {
	send.close();
	await service.close();
});

const createTarget = () => {
	const browser = service.browser();
	const { endpoint, keys: subscriptionKeys } = browser.subscription;
	return { ...browser, target: { endpoint, ...subscriptionKeys } };
};

/** Returns the claims of a VAPID token after verifying its signature (RFC 8292). */
function verifyClaims(authorization: string): { readonly aud: string; readonly sub: string; readonly exp: number } {
	const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
	const [head, claims = "", signature = ""] = token.split(".");
	const point = Buffer.from(key, "base64url");
	const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
	const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
	const signed = Buffer.from(`${head}.${claims}`);
	const verification = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
	if (!verify("sha256", signed, verification, Buffer.from(signature, "base64url"))) throw new Error("wrong signature");
	expect(key).toBe(keys.publicKey);
	return JSON.parse(Buffer.from(claims, "base64url").toString());
}

describe("a push message", () => {
	test("can be read only by its browser, and is signed", async () => {
		const { target, read } = createTarget();
		expect(await send(target, message)).toEqual({ kind: "sent" });
		const [request] = service.received;
		if (!request) throw new Error("no request");
		expect(read(request.body)).toEqual({ title: "Ada is out" });
		expect(request.headers).toMatchObject({
			ttl: "90",
			urgency: "high",
			topic: "notice-7",
			"content-encoding": "aes128gcm",
		});
		const claims = verifyClaims(request.headers.authorization ?? "");
		expect(claims).toMatchObject({ aud: service.url, sub: contact });
		expect(claims.exp * 1_000 - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
		expect(() => createTarget().read(request.body)).toThrow();
	});

	test.each([
		[404, {}, { kind: "gone" }],
		[410, {}, { kind: "gone" }],
		[429, { "retry-after": "120" }, { kind: "later", after: 120_000 }],
		[503, {}, { kind: "later", after: 0 }],
		[500, { "retry-after": "99999999" }, { kind: "later", after: 6 * 3_600_000 }],
		[429, { "retry-after": "soon" }, { kind: "later", after: 0 }],
		[408, {}, { kind: "later", after: 0 }],
		[400, {}, { kind: "refused" }],
		[401, {}, { kind: "refused" }],
		[403, {}, { kind: "refused" }],
		[413, {}, { kind: "dropped" }],
		[302, { location: "http://169.254.169.254/" }, { kind: "refused" }],
	] as const)("is retried or dropped by the status %i, never redirected", async (status, headers, outcome) => {
		service.answer(status, headers);
		expect(await send(createTarget().target, message)).toMatchObject(outcome);
		expect(service.received).toHaveLength(1);
	});

	test("times out without a response, and ignores an overlong one", async () => {
		service.answer(0);
		expect(await send(createTarget().target, message)).toMatchObject({ kind: "later" });
		service.answer(201, {}, "x".repeat(5_000_000));
		expect(await send(createTarget().target, message)).toEqual({ kind: "sent" });
	});

	test("is not sent to a browser that subscribed with a lost key", async () => {
		const { target } = createTarget();
		const former = createVapidKeyPair().publicKey;
		const outcome = await send({ ...target, vapid_key: former }, message);
		expect(outcome).toEqual({
			kind: "refused",
			reason: "the browser subscribed with a key that the server no longer has",
		});
		expect(service.received).toEqual([]);
		expect(await send({ ...target, vapid_key: keys.publicKey }, message)).toEqual({ kind: "sent" });
	});

	test("is not sent to this machine unless the settings allow it", async () => {
		const strict = createSendPush(async () => keys, { contact, allowsLoopback: false });
		expect(await strict(createTarget().target, message)).toEqual({ kind: "refused", reason: "not a public address" });
		strict.close();
		expect(service.received).toEqual([]);
	});
});

test("the contact for push services is support, site or sender", () => {
	const site = {
		supportEmail: null,
		publicUrl: "http://localhost:3000",
		mailFrom: "First Bounce <no-reply@localhost>",
	};
	expect(getContact(site)).toBe("mailto:no-reply@localhost");
	expect(getContact({ ...site, publicUrl: "https://bounce.example" })).toBe("https://bounce.example");
	expect(getContact({ ...site, supportEmail: "help@bounce.example" })).toBe("mailto:help@bounce.example");
});
