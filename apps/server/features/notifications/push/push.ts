import type { Pool } from "pg";
import type { PushSettings, VapidKeys } from "./push-settings.ts";
import { createSendPush, type SendPush } from "./send-push.ts";
import { createVapidKeys } from "./vapid-keys.ts";

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
