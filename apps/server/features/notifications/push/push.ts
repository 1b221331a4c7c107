import type { Pool } from "pg";
import type { PushSettings, VapidKeys } from "./push-settings.ts";
import { getOrCreateKeys } from "./queries.ts";
import { createSendPush, type SendPush } from "./send-push.ts";
import { createVapidKeyPair } from "./vapid.ts";

/** The keys that sign messages: those of the settings, else a pair that is created on first use. */
function createVapidKeys(pool: Pool, { keys }: Pick<PushSettings, "keys">): () => Promise<VapidKeys> {
	let known: Promise<VapidKeys> | null = keys && Promise.resolve(keys);
	return () => {
		known ??= getOrCreateKeys(pool, createVapidKeyPair()).catch((error: unknown) => {
			known = null;
			throw error;
		});
		return known;
	};
}

/** Sends push messages. */
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
