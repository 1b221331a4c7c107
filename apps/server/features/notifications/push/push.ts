import type { Pool } from "pg";
import type { PushSettings, VapidKeys } from "./push-settings.ts";
import { createSendPush, type SendPush } from "./send-push.ts";
import { createVapidKeyPair } from "./vapid.ts";

const SECRET_NAME = "push-keys";

/** The installation's own pair, made on first use and the same for every process. */
async function getOrCreateKeys(pool: Pool): Promise<VapidKeys> {
	const fresh = JSON.stringify(createVapidKeyPair());
	await pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
		SECRET_NAME,
		fresh,
	]);
	const { rows } = await pool.query<{ value: VapidKeys }>("SELECT value FROM server_secrets WHERE name = $1", [
		SECRET_NAME,
	]);
	if (!rows[0]) throw new Error("The keys for push messages could not be kept");
	return rows[0].value;
}

/** The keys that messages are signed with: those of the settings, else the installation's own. */
function createVapidKeys(pool: Pool, { keys }: Pick<PushSettings, "keys">): () => Promise<VapidKeys> {
	let known: Promise<VapidKeys> | null = keys && Promise.resolve(keys);
	return () => {
		known ??= getOrCreateKeys(pool).catch((error: unknown) => {
			known = null;
			throw error;
		});
		return known;
	};
}

/** What push messages leave by. */
export interface Push {
	readonly keys: () => Promise<VapidKeys>;
	readonly send: SendPush;
	readonly allowsLoopback: boolean;
	readonly close: () => void;
}

export function createPush(pool: Pool, settings: PushSettings): Push {
	const keys = createVapidKeys(pool, settings);
	const send = createSendPush(keys, settings);
	return { keys, send, allowsLoopback: settings.allowsLoopback, close: send.close };
}
