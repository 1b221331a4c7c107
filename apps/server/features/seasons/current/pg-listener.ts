import type { Client } from "pg";
import { createSessionClient, type DatabaseAccess } from "../../../db/client.ts";
import { closeAll } from "../../../db/close-all.ts";

/** Channels of LISTEN and NOTIFY that every process subscribes to. */
const CHANNELS = [
	"season_changed",
	"clock_changed",
	"people_changed",
	"maintenance_changed",
	"conversation_changed",
	"draft_changed",
	"secrets_changed",
] as const;
export type Channel = (typeof CHANNELS)[number];
type Listener = (payload: string) => unknown;

export interface PgListener {
	/**
	 * Calls the listener for each notification, and with an empty payload after a reconnect, since notifications may be lost.
	 * Returns a function that removes the listener.
	 */
	readonly on: (channel: Channel, listener: Listener) => () => void;
	readonly close: () => Promise<void>;
}

export interface PgListenerOptions {
	readonly onError?: (error: Error) => void;
	/** Computes the delay in milliseconds before an attempt to reconnect; the first is attempt 0. */
	readonly retryAfter?: (attempt: number) => number;
}

const computeBackOff = (attempt: number): number => Math.min(5_000, 100 * 2 ** attempt);

/** Opens a separate connection that listens on all channels and reconnects after a failure. */
export async function createPgListener(database: DatabaseAccess, options: PgListenerOptions = {}): Promise<PgListener> {
	const listeners = new Map<Channel, Set<Listener>>(CHANNELS.map((channel) => [channel, new Set()]));
	const reportError = (error: unknown) => options.onError?.(error instanceof Error ? error : new Error(String(error)));
	let client: Client | null = null;
	let retryTimer: NodeJS.Timeout | null = null;
	let isClosed = false;

	const pendingCalls = new Set<Promise<void>>();
	const dispatch = (channel: Channel, payload: string) => {
		const calls = callListeners(channel, payload).finally(() => pendingCalls.delete(calls));
		pendingCalls.add(calls);
	};
	const callListeners = async (channel: Channel, payload: string) => {
		for (const listener of listeners.get(channel) ?? []) {
			try {
				await listener(payload);
			} catch (error) {
				reportError(error);
			}
		}
	};

	const connect = async (): Promise<void> => {
		const newClient = createSessionClient(database, "first-bounce listen");
		newClient.on("error", (error) => handleLoss(newClient, error));
		newClient.on("end", () => handleLoss(newClient, null));
		newClient.on("notification", ({ channel, payload }) => {
			const knownChannel = CHANNELS.find((name) => name === channel);
			if (knownChannel) dispatch(knownChannel, payload ?? "");
		});
		await newClient.connect();
		await newClient.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join("; "));
		client = newClient;
	};

	const handleLoss = (lostClient: Client, error: Error | null) => {
		if (isClosed || client !== lostClient) return;
		client = null;
		if (error) reportError(error);
		lostClient.end().catch(() => undefined);
		reconnect(0);
	};

	const reconnect = (attempt: number) => {
		retryTimer = setTimeout(
			() => {
				connect().then(
					() => {
						for (const channel of CHANNELS) dispatch(channel, "");
					},
					(error) => {
						reportError(error);
						if (!isClosed) reconnect(attempt + 1);
					},
				);
			},
			(options.retryAfter ?? computeBackOff)(attempt),
		);
	};

	await connect();
	return {
		on: (channel, listener) => {
			listeners.get(channel)?.add(listener);
			return () => listeners.get(channel)?.delete(listener);
		},
		close: async () => {
			isClosed = true;
			if (retryTimer) clearTimeout(retryTimer);
			await closeAll([() => Promise.all(pendingCalls), () => client?.end()]);
		},
	};
}
