import { connect, type Socket } from "node:net";
import type { Database } from "../../apps/server/db/open.ts";
import type { LoadAccount } from "../../apps/server/features/load-test/accounts-file.ts";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { CLUBS } from "../../apps/server/features/seasons/generator/clubs.ts";
import { readServerUsage } from "./server-usage.ts";

const VERSION_EVENT = "event: version\n";
const BATCH_SIZE = 100;
const EVENT_TIMEOUT_MS = 60_000;

interface StreamTarget {
	readonly database: Database;
	readonly address: string;
	readonly accounts: readonly LoadAccount[];
}

/** Live streams of signed-in managers. */
class LiveStreams {
	readonly #sockets: Socket[] = [];
	#received = 0;
	#wait: { readonly count: number; readonly resolve: () => void } | null = null;

	get count(): number {
		return this.#sockets.length;
	}

	/** Opens a stream for each account, and waits for its first event, the current version. */
	async open(address: string, accounts: readonly LoadAccount[]): Promise<void> {
		const port = Number(new URL(address).port);
		for (let from = 0; from < accounts.length; from += BATCH_SIZE) {
			const batch = accounts.slice(from, from + BATCH_SIZE);
			const received = this.waitForEvents(batch.length);
			for (const { token } of batch) this.#open(port, token);
			await received;
		}
	}

	/** Waits until all streams together have received `count` further events. */
	waitForEvents(count: number): Promise<void> {
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		this.#received = 0;
		this.#wait = { count, resolve };
		const rejectMissing = () => reject(new Error(`${this.#received} of ${count} streams got the event`));
		const timer = setTimeout(rejectMissing, EVENT_TIMEOUT_MS);
		return promise.finally(() => clearTimeout(timer));
	}

	close(): void {
		for (const socket of this.#sockets) socket.destroy();
	}

	#open(port: number, token: string): void {
		const socket = connect({ port, host: "127.0.0.1", noDelay: true });
		this.#sockets.push(socket);
		// A lost stream is noticed, because its events are missing.
		socket.on("error", () => undefined);
		// An event may arrive in two chunks.
		let buffered = "";
		socket.on("data", (chunk: Buffer) => {
			const parts = (buffered + chunk.toString("latin1")).split(VERSION_EVENT);
			buffered = parts.at(-1)?.slice(-VERSION_EVENT.length) ?? "";
			this.#received += parts.length - 1;
			if (this.#wait && this.#received >= this.#wait.count) this.#wait.resolve();
		});
		socket.write(
			`GET /api/en/live HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\ncookie: X-SID=${token}\r\n\r\n`,
		);
	}
}

/** Changes the season and waits until every stream has it. Returns Node's processor time per change, in milliseconds. */
async function changeSeason({ database, address }: StreamTarget, streams: LiveStreams, times: number): Promise<number> {
	const before = await readServerUsage(address, database.pool);
	for (let turn = 0; turn < times; turn++) {
		const received = streams.waitForEvents(streams.count);
		// Awaited below, unless the transaction fails.
		received.catch(() => undefined);
		await database.db.transaction().execute(async (trx) => {
			await trx
				.updateTable("squads")
				.set({ name: `Club of turn ${streams.count}.${turn}` })
				.where("id", "=", CLUBS[0]?.id ?? 0)
				.execute();
			await incrementDataVersion(trx, 1);
		});
		await received;
	}
	const after = await readServerUsage(address, database.pool);
	return ((after.nodeSeconds - before.nodeSeconds) * 1_000) / times;
}

/**
 * Computes what 1,000 signed-in live streams cost the Node process, from the difference between `count` streams and one: its
 * memory, and the processor time to send one change of the season to all of them.
 */
export async function measureLiveStreams(target: StreamTarget, count: number, changes: number) {
	const { database, address, accounts } = target;
	const streams = new LiveStreams();
	try {
		await streams.open(address, accounts.slice(0, 1));
		// Warms up the server.
		await changeSeason(target, streams, 2);
		const millisecondsOfOne = await changeSeason(target, streams, changes);
		const before = await readServerUsage(address, database.pool);
		await streams.open(address, accounts.slice(1, count));
		const millisecondsOfAll = await changeSeason(target, streams, changes);
		const after = await readServerUsage(address, database.pool);
		const thousands = (count - 1) / 1_000;
		return {
			megabytes: (after.nodeMegabytes - before.nodeMegabytes) / thousands,
			milliseconds: (millisecondsOfAll - millisecondsOfOne) / thousands,
		};
	} finally {
		streams.close();
	}
}
