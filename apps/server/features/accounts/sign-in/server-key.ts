import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Pool } from "pg";

/** Signs what the server lets browsers keep. The key is made on first use, and the same for every process. */
export interface ServerKey {
	readonly sign: (text: string) => Promise<string>;
	readonly isSigned: (text: string, signature: string) => Promise<boolean>;
}

async function loadKey(pool: Pool, name: string): Promise<Buffer> {
	const fresh = JSON.stringify(randomBytes(32).toString("base64url"));
	const values = [name, fresh];
	await pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", values);
	const { rows } = await pool.query<{ value: string }>("SELECT value FROM server_secrets WHERE name = $1", [name]);
	if (!rows[0]) throw new Error(`The server's key ${name} could not be kept`);
	return Buffer.from(rows[0].value, "base64url");
}

export function createServerKey(pool: Pool, name: string): ServerKey {
	let key: Promise<Buffer> | null = null;
	const mac = async (text: string): Promise<Buffer> => {
		key ??= loadKey(pool, name).catch((error: unknown) => {
			key = null;
			throw error;
		});
		return createHmac("sha256", await key)
			.update(text)
			.digest();
	};
	return {
		sign: async (text) => (await mac(text)).toString("base64url"),
		isSigned: async (text, signature) => {
			const given = Buffer.from(signature, "base64url");
			const right = await mac(text);
			return given.length === right.length && timingSafeEqual(given, right);
		},
	};
}
