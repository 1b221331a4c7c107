import { createECDH, createPrivateKey, sign } from "node:crypto";
import type { VapidKeys } from "./push-settings.ts";

/** Push services refuse tokens that are valid for more than a day. */
const TOKEN_LIFETIME_SECONDS = 12 * 3_600;

export function createVapidKeyPair(): VapidKeys {
	const ecdh = createECDH("prime256v1");
	const publicKey = ecdh.generateKeys("base64url");
	return { publicKey, privateKey: padKey(ecdh.getPrivateKey()).toString("base64url") };
}

/** Restores the leading zeros of a private key, which Node leaves out. */
const padKey = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - key.length), key]);

/** Builds the Authorization header that identifies the sender to a push service (RFC 8292). */
export function buildVapidHeader(
	{ publicKey, privateKey }: VapidKeys,
	{ audience, contact, now }: { readonly audience: string; readonly contact: string; readonly now: number },
): string {
	// An uncompressed point: a type byte, then two coordinates of 32 bytes.
	const point = Buffer.from(publicKey, "base64url");
	const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
	const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: privateKey }, format: "jwk" });
	const claims = { aud: audience, exp: Math.floor(now / 1_000) + TOKEN_LIFETIME_SECONDS, sub: contact };
	const signed = [{ typ: "JWT", alg: "ES256" }, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
		.join(".");
	const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
	return `vapid t=${signed}.${signature}, k=${publicKey}`;
}
