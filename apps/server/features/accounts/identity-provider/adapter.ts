import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import type { Pool } from "pg";
import {
	deletePayload,
	deletePayloadsOfGrant,
	findPayload,
	type PayloadRow,
	updatePayloadConsumed,
	upsertPayload,
} from "./queries.ts";

/** Builds the payload that oidc-provider expects, in which `consumed` is in seconds since 1970. */
const buildPayload = (row: PayloadRow | undefined): AdapterPayload | undefined => {
	if (!row) return undefined;
	return row.consumed_at ? { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : row.payload;
};

/** Stores the built-in provider's state in PostgreSQL, so that it survives a restart and is shared by all processes. */
export const createAdapterFactory =
	(pool: Pool): AdapterFactory =>
	(kind): Adapter => ({
		upsert: async (id, payload, expiresIn) => {
			const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
			await upsertPayload(pool, { kind, id, payload, expiresAt });
		},
		find: async (id) => buildPayload(await findPayload(pool, kind, "id", id)),
		findByUid: async (uid) => buildPayload(await findPayload(pool, kind, "uid", uid)),
		// The device flow is off, so there are no user codes.
		findByUserCode: async () => undefined,
		consume: async (id) => {
			await updatePayloadConsumed(pool, kind, id);
		},
		destroy: async (id) => {
			await deletePayload(pool, kind, id);
		},
		revokeByGrantId: async (grantId) => {
			await deletePayloadsOfGrant(pool, grantId);
		},
	});
