import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Pool } from "pg";
import { createServerSecret, type SecretsListener } from "./server-secrets.ts";

/** Signs values that the server stores in browsers. The key is created on first use and shared by all processes. */
export interface ServerKey {
	readonly sign: (text: string) => Promise<string>;
	readonly isSigned: (text: string, signature: string) => Promise<boolean>;
}

export const createRandomKey = (): string => randomBytes(32).toString("base64url");

const computeMac = (key: string, text: string): Buffer =>
	createHmac("sha256", Buffer.from(key, "base64url")).update(text).digest();

export function createServerKey(pool: Pool, name: string, listener?: SecretsListener): ServerKey {
	const getKeys = createServerSecret(pool, name, createRandomKey, listener);
	return {
		sign: async (text) => computeMac((await getKeys()).current, text).toString("base64url"),
		isSigned: async (text, signature) => {
			const actual = Buffer.from(signature, "base64url");
			const { current, previous } = await getKeys();
			return [current, ...previous].some((key) => {
				const expected = computeMac(key, text);
				return actual.length === expected.length && timingSafeEqual(actual, expected);
			});
		},
	};
}
