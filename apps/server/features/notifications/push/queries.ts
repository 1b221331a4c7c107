import type { Pool } from "pg";
import type { VapidKeys } from "./push-settings.ts";

const SECRET_NAME = "push-keys";

/** The stored key pair; `created` is stored if there is none yet. All processes get the same pair. */
export async function getOrCreateKeys(pool: Pool, created: VapidKeys): Promise<VapidKeys> {
	await pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
		SECRET_NAME,
		JSON.stringify(created),
	]);
	const { rows } = await pool.query<{ value: VapidKeys }>("SELECT value FROM server_secrets WHERE name = $1", [
		SECRET_NAME,
	]);
	if (!rows[0]) throw new Error("The keys for push messages could not be stored");
	return rows[0].value;
}
