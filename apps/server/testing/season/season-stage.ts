import { afterAll, afterEach, beforeAll } from "vitest";
import type { Database } from "../../db/open.ts";
import { createSeasonEngine, type SeasonEngine } from "../../features/match-day/engine/season-engine.ts";
import { setClock } from "../../features/seasons/current/set-clock.ts";
import type { FeedPayload } from "../../features/stats-providers/feed.ts";
import { testDatabase } from "../database.ts";
import { testFeed } from "../stats-providers/test-feed.ts";

interface StageOptions {
	/** Called when the engine polls the feed. */
	readonly onPoll?: () => void;
	/** Receives errors; they are thrown unless given. */
	readonly onError?: (error: unknown) => void;
}

const rethrow = (error: unknown) => {
	throw error;
};

/**
 * Season engines over a database of the test file's own, and a feed that answers once whatever it was given last. What
 * a test started and seeded is removed after it.
 */
export function createSeasonStage() {
	let opened: Database | null = null;
	const engines: SeasonEngine[] = [];
	let incoming: FeedPayload[] = [];
	const database = (): Database => {
		if (!opened) throw new Error("Only from within a test");
		return opened;
	};
	beforeAll(async () => {
		opened = await testDatabase();
	});
	afterEach(async () => {
		for (const engine of engines.splice(0)) await engine.close();
		await database().pool.query("TRUNCATE seasons, users, audit CASCADE");
		await database().pool.query("DELETE FROM pgboss.job");
	});
	afterAll(() => database().close());

	return {
		get database() {
			return database();
		},
		/** Running engines in the order of their start. */
		engines,
		/** Starts another engine, as another process would. */
		start: async ({ onPoll, onError = rethrow }: StageOptions = {}): Promise<SeasonEngine> => {
			const feed = testFeed(async () => {
				onPoll?.();
				return incoming.splice(0);
			});
			const engine = await createSeasonEngine({ url: database().url, loadFeed: async () => feed, onError });
			engines.push(engine);
			return engine;
		},
		/** Moves the season's time there and has every engine step; the first of them to ask the feed gets the payloads. */
		stepAt: async (seasonAt: number, payloads: readonly FeedPayload[] = []): Promise<void> => {
			await setClock(database().db, { seasonAt, speed: 0 }, Date.now());
			for (const engine of engines) await engine.clocks.refresh();
			incoming = [...payloads];
			for (const engine of engines) await engine.runner.step();
		},
	};
}
