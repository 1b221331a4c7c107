import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from "oidc-provider";
import type { Pool } from "pg";
import {
	deleteOldestPayloads,
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

/** Kinds of payloads that visitors create without an account. The newest of each are kept, about 30 MB at most. */
const VISITOR_KINDS = new Set(["Interaction", "RefusedForm"]);
const MAX_VISITOR_PAYLOADS = 10_000;

/** PostgreSQL stores no zero bytes. */
const isStorable = (text: string): boolean => !text.includes("\0");

/** Whether a text or a key of a payload has a zero byte. In JSON it is an escape, whose characters people can type too. */
function hasZeroByte(value: unknown): boolean {
	if (typeof value === "string") return !isStorable(value);
	if (typeof value !== "object" || value === null) return false;
	return Object.entries(value).some(([key, content]) => !isStorable(key) || hasZeroByte(content));
}

/** Stores the built-in provider's state in PostgreSQL, so that it survives a restart and is shared by all processes. */
export const createAdapterFactory =
	(pool: Pool): AdapterFactory =>
	(kind): Adapter => ({
		upsert: async (id, payload, expiresIn) => {
			if (hasZeroByte(payload)) throw new errors.InvalidRequest("zero byte");
			const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
			await upsertPayload(pool, { kind, id, payload, expiresAt });
			if (VISITOR_KINDS.has(kind)) await deleteOldestPayloads(pool, kind, MAX_VISITOR_PAYLOADS);
		},
		find: async (id) => (isStorable(id) ? buildPayload(await findPayload(pool, kind, "id", id)) : undefined),
		findByUid: async (uid) => (isStorable(uid) ? buildPayload(await findPayload(pool, kind, "uid", uid)) : undefined),
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
