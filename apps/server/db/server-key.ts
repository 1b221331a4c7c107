import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Pool } from "pg";
import { createServerSecret, type SecretsListener } from "./server-secrets.ts";

export const createRandomKey = (): string => randomBytes(32).toString("base64url");

const computeMac = (key: string, text: string): Buffer =>
	createHmac("sha256", Buffer.from(key, "base64url")).update(text).digest();

export function createServerKey(pool: Pool, name: string, listener?: SecretsListener) {
	const getKeys = createServerSecret(pool, name, createRandomKey, listener);
	return {
		sign: async (text: string) => computeMac((await getKeys()).current, text).toString("base64url"),
		isSigned: async (text: string, signature: string) => {
			const actual = Buffer.from(signature, "base64url");
			const { current, previous } = await getKeys();
			return [current, ...previous].some((key) => {
				const expected = computeMac(key, text);
				return actual.length === expected.length && timingSafeEqual(actual, expected);
			});
		},
	};
}

/** Signs values that the server stores in browsers. The key is created on first use and shared by all processes. */
export type ServerKey = ReturnType<typeof createServerKey>;
