import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	getSeason2023Path,
	readSeason2023Players,
	readSeason2023Stats,
} from "../../../../../testing/rules/season-2023.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { setClock } from "../../seasons/current/set-clock.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import type { FeedPayload, MatchReport } from "../../stats-providers/feed.ts";
import { createSeasonEngine } from "./season-engine.ts";

const FOLDER = getSeason2023Path();

describe("round 1 of the real 2023 season, through the feed", () => {
	let database: Database;
	beforeAll(async () => {
		database = await createTestDatabase();
	});
	afterAll(() => database.close());

	/** Loads the season as it was before its first match, and returns its feed's reports of round 1. */
	async function loadSeason2023(): Promise<MatchReport[]> {
		const { problems } = await importSeason(database.db, FOLDER);
		expect(problems).toEqual([]);
		const { db } = database;
		const matches = await db.selectFrom("matches").where("round_id", "=", 1).selectAll().orderBy("starts_at").execute();
		const lines = await db.selectFrom("stat_lines").selectAll().execute();
		await db.deleteFrom("stat_lines").execute();
		await db.updateTable("matches").set({ status: "scheduled", home_score: null, away_score: null }).execute();
		return matches.map((match) => ({
			matchId: match.id,
			status: "complete",
			lines: lines
				.filter((line) => line.match_id === match.id)
				.map((line) => ({ playerId: line.player_id, squadId: line.squad_id, stats: buildStatLine(line) })),
		}));
	}

	test("scores every stat line and nearly all prices as published", async () => {
		const reports = await loadSeason2023();
		let incoming: FeedPayload[] = reports.map((report) => createPayload(`${report.matchId}`, [report]));
		const feed = createTestFeed(async () => incoming.splice(0));
		const onError = (error: unknown) => {
			throw error;
		};
		await setClock(database.db, { seasonAt: Date.parse("2023-09-04T00:00:00Z"), speed: 0 }, Date.now());
		const engine = await createSeasonEngine({ database, loadFeed: async () => feed, onError });
		await engine.runner.step();
		await setClock(database.db, { seasonAt: Date.parse("2023-09-04T03:00:00Z") }, Date.now());
		await engine.clocks.refresh();
		incoming = [];
		await engine.runner.step();
		const { players, rounds } = engine.seasons.current();
		await engine.close();

		const verdicts = await database.db.selectFrom("feed_payloads").select(["verdict", "faults"]).execute();
		expect(verdicts).toEqual(reports.map(() => ({ verdict: "applied", faults: [] })));
		const [first, second] = rounds;
		expect([first?.status, second?.status, first?.magicNumber]).toEqual(["complete", "scheduled", 12042]);
		const published = readSeason2023Stats().filter(({ roundId }) => roundId === 1);
		expect(published.map(({ playerId }) => players.get(playerId)?.scores.get(1))).toEqual(
			published.map(({ fantasyPoints }) => fantasyPoints),
		);
		const played = new Set(published.map(({ playerId }) => playerId));
		const priced = readSeason2023Players().filter(({ id }) => played.has(id));
		const near = priced.filter(
			({ id, priceAfterRound1 }) => Math.abs((players.get(id)?.cost ?? 0) - priceAfterRound1) <= 2_000,
		);
		expect(priced).toHaveLength(378);
		expect(near.length).toBeGreaterThanOrEqual(375);
	});
});
