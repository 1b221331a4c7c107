import type { Pool } from "pg";
import type { VapidKeys } from "./push-settings.ts";

const SECRET_NAME = "push-keys";

/** Returns the stored key pair, after storing `created` if there is none, so that all processes use the same pair. */
export async function getOrCreateKeys(pool: Pool, created: VapidKeys): Promise<VapidKeys> {
	await pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
		SECRET_NAME,
		JSON.stringify(created),
	]);
	const { rows } = await pool.query<{ value: VapidKeys }>("SELECT value FROM server_secrets WHERE name = $1", [
		SECRET_NAME,
	]);
	if (!rows[0]) throw new Error("Could not store the keys for push messages");
	return rows[0].value;
}
