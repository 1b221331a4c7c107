import type { Pool } from "pg";
import { getOrCreateServerSecret } from "../../../db/server-secrets.ts";
import type { PushSettings, VapidKeys } from "./push-settings.ts";
import { createSendPush, type SendPush } from "./send-push.ts";
import { createVapidKeyPair } from "./vapid.ts";

/** Returns a getter of the keys that sign messages: those of the settings, or a pair created on first use. */
function createVapidKeys(pool: Pool, { keys }: Pick<PushSettings, "keys">): () => Promise<VapidKeys> {
	let keyPair: Promise<VapidKeys> | null = keys && Promise.resolve(keys);
	return () => {
		keyPair ??= getOrCreateServerSecret(pool, "push-keys", createVapidKeyPair).catch((error: unknown) => {
			keyPair = null;
			throw error;
		});
		return keyPair;
	};
}

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
