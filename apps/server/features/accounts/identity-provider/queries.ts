import type { AdapterPayload } from "oidc-provider";
import type { Pool } from "pg";
import type { Row } from "../../../db/tables/tables.ts";

export type PayloadRow = Row<"oidc_payloads", "payload" | "consumed_at">;

/** Finds an unexpired payload whose provider session has not ended. `value` is its id or uid. */
export async function findPayload(
	pool: Pool,
	kind: string,
	column: "id" | "uid",
	value: string,
): Promise<PayloadRow | undefined> {
	const { rows } = await pool.query<PayloadRow>(
		`SELECT payload, consumed_at FROM oidc_payloads p
		WHERE kind = $1 AND ${column} = $2 AND (expires_at IS NULL OR expires_at > now())
			AND NOT EXISTS (SELECT FROM ended_provider_sessions e WHERE e.uid = p.uid OR e.uid = p.payload ->> 'sessionUid')`,
		[kind, value],
	);
	return rows[0];
}

interface NewPayload {
	readonly kind: string;
	readonly id: string;
	readonly payload: AdapterPayload;
	readonly expiresAt: Date | null;
}

export const upsertPayload = (pool: Pool, { kind, id, payload, expiresAt }: NewPayload) =>
	pool.query(
		`INSERT INTO oidc_payloads (kind, id, payload, grant_id, uid, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
			uid = excluded.uid, expires_at = excluded.expires_at`,
		[kind, id, JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null, expiresAt],
	);

/** Deletes all but the `max` newest payloads of a kind. */
export const deleteOldestPayloads = (pool: Pool, kind: string, max: number) =>
	pool.query(
		`DELETE FROM oidc_payloads WHERE kind = $1 AND id IN (
			SELECT id FROM oidc_payloads WHERE kind = $1 ORDER BY expires_at DESC OFFSET $2)`,
		[kind, max],
	);

export const updatePayloadConsumed = (pool: Pool, kind: string, id: string) =>
	pool.query("UPDATE oidc_payloads SET consumed_at = now() WHERE kind = $1 AND id = $2", [kind, id]);

export const deletePayload = (pool: Pool, kind: string, id: string) =>
	pool.query("DELETE FROM oidc_payloads WHERE kind = $1 AND id = $2", [kind, id]);

export const deletePayloadsOfGrant = (pool: Pool, grantId: string) =>
	pool.query("DELETE FROM oidc_payloads WHERE grant_id = $1", [grantId]);

/** Finds the uid of the provider session in which an authorization code was issued. */
export async function findSessionOfCode(pool: Pool, code: string): Promise<string | null> {
	const { rows } = await pool.query<{ session: string | null }>(
		"SELECT payload ->> 'sessionUid' AS session FROM oidc_payloads WHERE kind = 'AuthorizationCode' AND id = $1",
		[code],
	);
	return rows[0]?.session ?? null;
}
