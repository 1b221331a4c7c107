import { randomUUID } from "node:crypto";
import type { LiveConversation } from "@first-bounce/contract/live";
import { hashToken } from "../../apps/server/db/hash-token.ts";
import type { Database } from "../../apps/server/db/open.ts";
import { startLiveConversations } from "../../apps/server/features/leagues/conversation/live-conversations.ts";
import { createSeasonEngine } from "../../apps/server/features/match-day/engine/season-engine.ts";
import { seedSeason } from "../../testing/season/small-season.ts";
import { getPort, startLiveAppServer, throwError } from "../app-server.ts";
import { openLiveStream } from "../live-events.ts";
import { type Comparison, compareWithLimit, computePercentile, summarise } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";

interface Load {
	readonly members: number;
	/** The number of connected members, half of them connected to each of two servers. */
	readonly connected: number;
	readonly messagesPerSecond: number;
	readonly seconds: number;
}

const LOAD: Load = { members: 2_000, connected: 200, messagesPerSecond: 50, seconds: 60 };
const TINY: Load = { members: 20, connected: 4, messagesPerSecond: 20, seconds: 1 };
const LEAGUE = 1;
const MAX_DELAY_MS = 1_000;
/** How long after the last message a connection may still receive messages. */
const TIMEOUT_MS = 30_000;

const getToken = (number: number) => `conversation-${number}`;

async function seedLeague({ db, pool }: Database, { members }: Load): Promise<void> {
	const season = await seedSeason(db);
	await pool.query(
		`INSERT INTO users (first_name, last_name, email, team_name)
		SELECT 'Mo', 'Member', 'mo' || n || '@example.test', 'Team ' || n FROM generate_series(1, $1::int) AS n`,
		[members],
	);
	await pool.query("INSERT INTO teams (season_id, user_id) SELECT $1, id FROM users ORDER BY id", [season.id]);
	await pool.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
		SELECT hash, n, now(), now() + interval '30 days', now() FROM unnest($1::bytea[]) WITH ORDINALITY AS t (hash, n)`,
		[Array.from({ length: members }, (_, index) => hashToken(getToken(index + 1)))],
	);
	// In one statement, because a league's commissioner must be a member of it.
	await pool.query(
		`WITH league AS (
			INSERT INTO leagues (id, season_id, name, code, type, privacy, size, start_id, commissioner_id, colour)
			OVERRIDING SYSTEM VALUE
			VALUES (${LEAGUE}, ${season.id}, 'The Bench', 'CAFE22', 'open', 'private', 10000, 1, 1, 'ochre') RETURNING id)
		INSERT INTO league_members (league_id, user_id, team_id, joined_at)
		SELECT league.id, t.user_id, t.id, now() FROM teams t, league ORDER BY t.id`,
	);
}

type Reader = Awaited<ReturnType<typeof connectReader>>;

/** Opens a connection that records when it first received each message, by its text. */
async function connectReader(address: string, token: string) {
	const receivedAt = new Map<string, number>();
	/** Ids in the order in which they were received. */
	const ids: number[] = [];
	let batches = 0;
	const onData = (data: string) => {
		const now = performance.now();
		batches++;
		const { messages }: LiveConversation = JSON.parse(data);
		for (const message of messages) {
			if (message.kind !== "text" || receivedAt.has(message.text)) continue;
			receivedAt.set(message.text, now);
			ids.push(message.id);
		}
	};
	const stream = await openLiveStream(address, token, { event: "conversation", onData });
	return { receivedAt, ids, getBatchCount: () => batches, close: () => stream.destroy() };
}

async function sendMessage(address: string, token: string, text: string): Promise<void> {
	const response = await fetch(`${address}/api/en/fantasy/league/${LEAGUE}/conversation/send`, {
		method: "POST",
		headers: { "x-sid": token, "content-type": "application/json" },
		body: JSON.stringify({ text, key: randomUUID() }),
	});
	if (!response.ok) throw new Error(`A message was refused: ${await response.text()}`);
}

const sleepUntil = (at: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));

/**
 * Sends messages at a constant rate, to both servers in turn. Returns the time at which each was sent, and how long
 * sending took.
 */
async function sendMessages(addresses: readonly string[], { members, messagesPerSecond, seconds }: Load) {
	const sentAt = new Map<string, number>();
	const responseTimes: number[] = [];
	const sending: Promise<void>[] = [];
	const start = performance.now();
	for (let number = 0; number < messagesPerSecond * seconds; number++) {
		await sleepUntil(start + (number * 1_000) / messagesPerSecond);
		const text = `Message ${number}`;
		const token = getToken(1 + ((number * 7) % members));
		const at = performance.now();
		sentAt.set(text, at);
		const sent = sendMessage(addresses[number % addresses.length] ?? "", token, text);
		sending.push(sent.then(() => void responseTimes.push(performance.now() - at)));
	}
	await Promise.all(sending);
	return { sentAt, responseTimes };
}

async function waitForAllMessages(readers: readonly Reader[], count: number): Promise<void> {
	const end = performance.now() + TIMEOUT_MS;
	while (readers.some(({ receivedAt }) => receivedAt.size < count)) {
		if (performance.now() > end) {
			const missing = readers.map(({ receivedAt }) => count - receivedAt.size);
			throw new Error(`${Math.max(...missing)} of ${count} messages did not arrive at a connection`);
		}
		await sleepUntil(performance.now() + 50);
	}
}

/** Throws if a connection did not receive the messages in the order of the conversation. */
async function checkOrder({ pool }: Database, readers: readonly Reader[]): Promise<void> {
	const { rows } = await pool.query<{ id: number }>("SELECT id FROM league_messages ORDER BY id");
	const expected = JSON.stringify(rows.map(({ id }) => id));
	for (const { ids } of readers)
		if (JSON.stringify(ids) !== expected) throw new Error("A connection received the messages in another order");
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Starts a server that gets the other server's changes from the database, as a separate process would. */
async function startServer(database: Database) {
	const engine = await createSeasonEngine({ database, loadFeed: async () => null, onError: throwError });
	const appServer = await startLiveAppServer(database, engine);
	const conversations = startLiveConversations({
		db: database.db,
		pgListener: engine.pgListener,
		stream: engine.userStreams,
		wallNow: engine.clocks.wallNow,
		onError: throwError,
	});
	return {
		address: `http://127.0.0.1:${getPort(appServer.app)}`,
		countUsers: () => engine.userStreams.listUsers().length,
		close: async () => {
			await conversations.stop();
			await appServer.close();
			await engine.close();
		},
	};
}

async function compare(database: Database, servers: readonly Server[], load: Load, log: BenchContext["log"]) {
	const addresses = servers.map(({ address }) => address);
	const readers: Reader[] = [];
	try {
		for (let index = 0; index < load.connected; index++)
			readers.push(await connectReader(addresses[index % addresses.length] ?? "", getToken(index + 1)));
		// A connection is linked to its user after it has opened.
		while (servers.reduce((sum, { countUsers }) => sum + countUsers(), 0) < load.connected)
			await sleepUntil(performance.now() + 20);
		const count = load.messagesPerSecond * load.seconds;
		const { sentAt, responseTimes } = await sendMessages(addresses, load);
		await waitForAllMessages(readers, count);
		await checkOrder(database, readers);
		const delays = readers.flatMap(({ receivedAt }) =>
			[...receivedAt].map(([text, at]) => at - (sentAt.get(text) ?? Number.NaN)),
		);
		const batches = summarise(readers.map((reader) => reader.getBatchCount())).median;
		log(
			`${count} messages in ${load.seconds} s to ${load.connected} connections of ${addresses.length} servers: ` +
				`all received, in the same order; ${(count / batches).toFixed(1)} messages in a batch; ` +
				`delay median ${summarise(delays).median.toFixed(0)} ms, p99 ${computePercentile(delays, 99).toFixed(0)} ms, ` +
				`longest ${summarise(delays).max.toFixed(0)} ms; response p99 ${computePercentile(responseTimes, 99).toFixed(0)} ms`,
		);
		return [
			compareWithLimit(
				`p99 from sending a message to another connection, ${load.members} members`,
				[computePercentile(delays, 99)],
				MAX_DELAY_MS,
				"ms",
			),
		];
	} finally {
		for (const reader of readers) reader.close();
	}
}

export const bench: Bench = {
	name: "conversation",
	title: "A league's conversation: from sending a message until every connected member of two servers has it",
	async run({ isTiny, log, openDatabase }): Promise<readonly Comparison[]> {
		const load = isTiny ? TINY : LOAD;
		const database = await openDatabase();
		const servers: Server[] = [];
		try {
			await seedLeague(database, load);
			for (let number = 0; number < 2; number++) servers.push(await startServer(database));
			return await compare(database, servers, load, log);
		} finally {
			for (const server of servers) await server.close();
		}
	},
};
