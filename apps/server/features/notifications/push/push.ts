import type { Pool } from "pg";
import { createServerSecret, type SecretsListener } from "../../../db/server-secrets.ts";
import type { FindVapidKeys, PushSettings } from "./push-settings.ts";
import { createSendPush } from "./send-push.ts";
import { createVapidKeyPair } from "./vapid.ts";

/** Uses the key pair in the settings; without one, the pairs in the database, the first of which is created on first use. */
function createFindVapidKeys(
	pool: Pool,
	{ keys }: Pick<PushSettings, "keys">,
	listener: SecretsListener | undefined,
): FindVapidKeys {
	const getStored = createServerSecret(pool, "push-keys", createVapidKeyPair, listener);
	return async (publicKey) => {
		if (keys) return keys;
		const { current, previous } = await getStored();
		return previous.find((pair) => pair.publicKey === publicKey) ?? current;
	};
}

/** A subscription ends after its push service has refused this many messages in a row. */
export const MAX_REFUSALS = 3;

export type Push = Readonly<ReturnType<typeof createPush>>;

export function createPush(pool: Pool, settings: PushSettings, listener?: SecretsListener) {
	const findKeys = createFindVapidKeys(pool, settings, listener);
	const send = createSendPush(findKeys, settings);
	return { findKeys, send, allowsLoopback: settings.allowsLoopback, close: send.close };
}
