import type { Pool } from "pg";

/** A secret of the server, and previous ones that are still accepted after a rotation. */
export interface SecretVersions<Value> {
	readonly current: Value;
	readonly previous: readonly Value[];
}

/** Announces that `fb secrets rotate` has changed a secret. */
export interface SecretsListener {
	readonly on: (channel: "secrets_changed", listener: () => void) => unknown;
}

/** Returns the stored secret of this name, created on first use. Processes that start at the same time use the same one. */
export async function getOrCreateServerSecret<Value>(
	pool: Pool,
	name: string,
	create: () => Value,
): Promise<SecretVersions<Value>> {
	const loadVersions = async () => {
		const { rows } = await pool.query<SecretVersions<Value>>(
			`SELECT value AS current, (SELECT coalesce(jsonb_agg(each->'value'), '[]') FROM jsonb_array_elements(former) AS each
				WHERE (each->>'until')::timestamptz > now()) AS previous
			FROM server_secrets WHERE name = $1`,
			[name],
		);
		return rows[0];
	};
	const insert = (value: Value) =>
		pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
			name,
			JSON.stringify(value),
		]);
	const versions = await loadVersions();
	if (versions !== undefined) return versions;
	await insert(create());
	const inserted = await loadVersions();
	if (inserted === undefined) throw new Error(`The server's secret ${name} could not be saved`);
	return inserted;
}

/** Returns a function that gets a secret. It is loaded on first use, and again after a rotation. */
export function createServerSecret<Value>(
	pool: Pool,
	name: string,
	create: () => Value,
	listener?: SecretsListener,
): () => Promise<SecretVersions<Value>> {
	let loaded: Promise<SecretVersions<Value>> | null = null;
	listener?.on("secrets_changed", () => {
		loaded = null;
	});
	return () => {
		if (loaded) return loaded;
		const loading = getOrCreateServerSecret(pool, name, create);
		loaded = loading;
		loading.catch(() => {
			if (loaded === loading) loaded = null;
		});
		return loading;
	};
}
