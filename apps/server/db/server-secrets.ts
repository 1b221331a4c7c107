import type { Pool } from "pg";

/** Returns the stored secret of this name, created on first use. Processes that start at once use the same one. */
export async function getOrCreateServerSecret<Value>(pool: Pool, name: string, create: () => Value): Promise<Value> {
	const find = async () => {
		const { rows } = await pool.query<{ value: Value }>("SELECT value FROM server_secrets WHERE name = $1", [name]);
		return rows[0]?.value;
	};
	const insert = (value: Value) =>
		pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
			name,
			JSON.stringify(value),
		]);
	const stored = await find();
	if (stored !== undefined) return stored;
	await insert(create());
	const inserted = await find();
	if (inserted === undefined) throw new Error(`The server's secret ${name} could not be saved`);
	return inserted;
}
