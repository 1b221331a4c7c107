import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import type { Pool } from "pg";

interface Row {
	payload: AdapterPayload;
	consumed_at: Date | null;
}

const getPayload = (row: Row | undefined): AdapterPayload | undefined => {
	if (!row) return undefined;
	return row.consumed_at ? { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : row.payload;
};

/** What the mounted provider remembers, in table oidc_payloads: so it outlives a restart and is shared by processes. */
export const createAdapterFactory =
	(pool: Pool): AdapterFactory =>
	(kind): Adapter => {
		const find = async (column: "id" | "uid", value: string) => {
			const { rows } = await pool.query<Row>(
				`SELECT payload, consumed_at FROM oidc_payloads p
				WHERE kind = $1 AND ${column} = $2 AND (expires_at IS NULL OR expires_at > now())
					AND NOT EXISTS (SELECT FROM ended_provider_sessions e WHERE e.uid = p.uid OR e.uid = p.payload ->> 'sessionUid')`,
				[kind, value],
			);
			return getPayload(rows[0]);
		};
		return {
			upsert: async (id, payload, expiresIn) => {
				const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
				await pool.query(
					`INSERT INTO oidc_payloads (kind, id, payload, grant_id, uid, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
					ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
						uid = excluded.uid, expires_at = excluded.expires_at`,
					[kind, id, JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null, expiresAt],
				);
			},
			find: (id) => find("id", id),
			findByUid: (uid) => find("uid", uid),
			// Device flow is off: there are no user codes.
			findByUserCode: async () => undefined,
			consume: async (id) => {
				await pool.query("UPDATE oidc_payloads SET consumed_at = now() WHERE kind = $1 AND id = $2", [kind, id]);
			},
			destroy: async (id) => {
				await pool.query("DELETE FROM oidc_payloads WHERE kind = $1 AND id = $2", [kind, id]);
			},
			revokeByGrantId: async (grantId) => {
				await pool.query("DELETE FROM oidc_payloads WHERE grant_id = $1", [grantId]);
			},
		};
	};
