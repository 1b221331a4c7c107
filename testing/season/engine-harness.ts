import { afterAll, afterEach, beforeAll } from "vitest";
import type { Database } from "../../apps/server/db/open.ts";
import { createSeasonEngine, type SeasonEngine } from "../../apps/server/features/match-day/engine/season-engine.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import type { FeedPayload } from "../../apps/server/features/stats-providers/feed.ts";
import { createTestDatabase } from "../server/database.ts";
import { rethrow } from "../server/failure.ts";
import { createTestFeed } from "../stats-providers/test-feed.ts";

interface HarnessOptions {
	/** Called when the engine polls the feed. */
	readonly onPoll?: () => void;
	/** Receives errors; by default they are thrown. */
	readonly onError?: (error: unknown) => void;
}

/**
 * Runs season engines on the test file's own database, with a feed that returns the given payloads once. Everything
 * that a test started or seeded is removed after it.
 */
export function createEngineHarness() {
	let opened: Database | null = null;
	const engines: SeasonEngine[] = [];
	let incoming: FeedPayload[] = [];
	const getDatabase = (): Database => {
		if (!opened) throw new Error("The database is available only within a test");
		return opened;
	};
	beforeAll(async () => {
		opened = await createTestDatabase();
	});
	afterEach(async () => {
		for (const engine of engines.splice(0)) await engine.close();
		await getDatabase().pool.query("TRUNCATE seasons, users, audit, standings CASCADE");
		await getDatabase().pool.query("DELETE FROM pgboss.job");
	});
	afterAll(() => getDatabase().close());

	return {
		get database() {
			return getDatabase();
		},
		/** Running engines in start order. */
		engines,
		/** Starts another engine, as another process would. */
		start: async ({ onPoll, onError = rethrow }: HarnessOptions = {}): Promise<SeasonEngine> => {
			const feed = createTestFeed(async () => {
				onPoll?.();
				return incoming.splice(0);
			});
			const engine = await createSeasonEngine({ database: getDatabase(), loadFeed: async () => feed, onError });
			engines.push(engine);
			return engine;
		},
		/** Sets season time and runs a step of every engine; the first one to poll the feed gets the payloads. */
		stepAt: async (seasonAt: number, payloads: readonly FeedPayload[] = []): Promise<void> => {
			await setClock(getDatabase().db, { seasonAt, speed: 0 }, Date.now());
			for (const engine of engines) await engine.clocks.refresh();
			incoming = [...payloads];
			for (const engine of engines) await engine.runner.step();
		},
	};
}
