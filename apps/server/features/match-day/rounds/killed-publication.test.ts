import type { PoolClient } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedSeason,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { type ServerProcess, startServerProcess } from "../../../../../testing/server/server-process.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { buildManualPayload } from "../../../../../testing/stats-providers/manual-payload.ts";
import { createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { setClock } from "../../seasons/current/set-clock.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { manualFeed } from "../../stats-providers/manual/manual-feed.ts";

const REVIEW = FIRST_BOUNCE + DAY + 2 * HOUR;
const PUBLICATION = FIRST_BOUNCE + DAY + 5 * HOUR;

let database: Database;
let server: ServerProcess | undefined;
beforeEach(async () => {
	database = await createTestDatabase();
});
afterEach(async () => {
	await server?.kill();
	await database.close();
});

/** Sets up a round whose matches are over, shortly before its publication. */
async function setUpReview(): Promise<void> {
	const season = await seedSeason(database.db, { rounds: 3 });
	const random = createSeededRandom(31);
	const plans = Array.from({ length: 10 }, (_, number) => ({
		slots: drawSlots(season, random),
		startRound: number < 7 ? 1 : 2,
	}));
	await seedTeams(database.db, season, plans);
	const snapshot = await loadShownSeason(database.db);
	if (!snapshot) throw new Error("No season");
	const sources = {
		db: database.db,
		currentSeason: () => snapshot,
		clocks: createFixedClocks(REVIEW),
	};
	for (const match of season.listMatchesOfRound(1)) {
		const { matchId, ...report } = createRandomReport(season, match, random);
		const lines = report.lines?.map((line) => ({ ...line, stats: { ...line.stats } })) ?? [];
		await processPayload(
			buildManualPayload({ matchId, status: "complete", homeScore: 40, awayScore: 30, lines }),
			manualFeed,
			sources,
		);
	}
	await setClock(database.db, { seasonAt: REVIEW, speed: 0 }, Date.now());
}

async function startServer(signal: AbortSignal): Promise<ServerProcess> {
	server = await startServerProcess({ DATABASE_URL: database.url, FEED: "manual" }, undefined, signal);
	return server;
}

async function moveClockTo(seasonAt: number, { address }: ServerProcess): Promise<void> {
	await setClock(database.db, { seasonAt, speed: 0 }, Date.now());
	await waitFor(async () => {
		const { success } = (await (await fetch(`${address}/api/en/season/clock`)).json()) as {
			success: { seasonTime: string };
		};
		expect(Date.parse(success.seasonTime)).toBe(seasonAt);
	});
}

const query = async (query: string) => (await database.pool.query(query)).rows;
const readPublished = async () => ({
	standings: await query("SELECT * FROM standings ORDER BY team_id"),
	prices: await query("SELECT * FROM player_prices ORDER BY round_id, player_id"),
	rounds: await query("SELECT id, status, magic_number FROM rounds ORDER BY id"),
	lineups: await query("SELECT * FROM lineups ORDER BY team_id"),
	audit: await query("SELECT action, subject FROM audit ORDER BY id"),
	drafts: await query("SELECT relname FROM pg_class WHERE relname LIKE '%_prepared'"),
});
const isComplete = async () => (await query("SELECT FROM rounds WHERE id = 1 AND status = 'complete'")).length === 1;
/** Lists the server's statements that wait for a lock. */
const listWaiting = () =>
	query("SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");

/** Locks that block the publication at different steps, and how its statement begins that waits there. */
const STEPS = {
	"before it locks the season": {
		lock: "SELECT pg_advisory_xact_lock_shared(1, 1)",
		blocked: /^SELECT pg_advisory_xact_lock\(/,
	},
	"before it completes the round": {
		lock: "SELECT FROM rounds WHERE id = 1 FOR NO KEY UPDATE",
		blocked: /^update "rounds"/,
	},
	"before prices are written": {
		lock: "LOCK TABLE player_prices IN SHARE MODE",
		blocked: /^INSERT INTO player_prices/,
	},
	"before line-ups are read": { lock: "LOCK TABLE lineups IN ACCESS EXCLUSIVE MODE", blocked: /^COPY/ },
	"before it is audited": { lock: "LOCK TABLE audit IN SHARE MODE", blocked: /^insert into "audit"/ },
	"before standings are attached": {
		lock: "LOCK TABLE standings IN SHARE MODE",
		blocked: /^DROP TABLE IF EXISTS standings/,
	},
	"before other processes are notified": { lock: "LOCK TABLE seasons IN SHARE MODE", blocked: /^update "seasons"/ },
};

async function acquireLock(statement: string): Promise<PoolClient> {
	const client = await database.pool.connect();
	await client.query("BEGIN");
	await client.query(statement);
	return client;
}

/** Ends the connections that wait for a lock, as a failover of the database would. */
const endWaitingConnections = () =>
	query(
		"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
	);

test("a publication cut off and repeated gives an uninterrupted one's standings", {
	timeout: 240_000,
}, async ({ signal }) => {
	await setUpReview();
	let running = await startServer(signal);
	const interruptAt = async (step: keyof typeof STEPS, interrupt: () => Promise<unknown>) => {
		const { lock, blocked } = STEPS[step];
		const client = await acquireLock(lock);
		try {
			await moveClockTo(PUBLICATION, running);
			await waitFor(async () => {
				// The queue waits longer after each failure.
				await query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
				const waiting = (await listWaiting()).map(({ query: statement }) => String(statement).trim());
				expect(waiting, step).toContainEqual(expect.stringMatching(blocked));
			});
			// Otherwise the publication would begin again at once.
			await moveClockTo(REVIEW, running);
			await interrupt();
		} finally {
			await client.query("ROLLBACK");
			client.release();
		}
		await waitFor(async () => expect(await listWaiting()).toEqual([]));
		expect(await isComplete(), step).toBe(false);
		expect((await readPublished()).drafts).toEqual([]);
	};
	for (const step of Object.keys(STEPS) as (keyof typeof STEPS)[]) await interruptAt(step, endWaitingConnections);
	await interruptAt("before standings are attached", () => running.kill());
	running = await startServer(signal);
	await moveClockTo(PUBLICATION, running);
	await waitFor(async () => expect(await isComplete()).toBe(true));
	const interrupted = await readPublished();
	await running.kill();

	await database.close();
	database = await createTestDatabase();
	await setUpReview();
	await moveClockTo(PUBLICATION, await startServer(signal));
	await waitFor(async () => expect(await isComplete()).toBe(true));
	expect(interrupted).toEqual(await readPublished());
	expect(interrupted.standings).toHaveLength(7);
});
