import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Pool } from "pg";
import { getOrCreateServerSecret } from "../../../db/server-secrets.ts";

/** Signs values that the server stores in browsers. The key is created on first use and shared by all processes. */
export interface ServerKey {
	readonly sign: (text: string) => Promise<string>;
	readonly isSigned: (text: string, signature: string) => Promise<boolean>;
}

async function loadKey(pool: Pool, name: string): Promise<Buffer> {
	const value = await getOrCreateServerSecret(pool, name, () => randomBytes(32).toString("base64url"));
	return Buffer.from(value, "base64url");
}

export function createServerKey(pool: Pool, name: string): ServerKey {
	let key: Promise<Buffer> | null = null;
	const computeMac = async (text: string): Promise<Buffer> => {
		key ??= loadKey(pool, name).catch((error: unknown) => {
			key = null;
			throw error;
		});
		return createHmac("sha256", await key)
			.update(text)
			.digest();
	};
	return {
		sign: async (text) => (await computeMac(text)).toString("base64url"),
		isSigned: async (text, signature) => {
			const sentMac = Buffer.from(signature, "base64url");
			const expected = await computeMac(text);
			return sentMac.length === expected.length && timingSafeEqual(sentMac, expected);
		},
	};
}
