import { sql } from "kysely";
import { expect, test } from "vitest";
import { createStandingsTable } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { createTestApp } from "../../../../../testing/server/test-app.ts";
import { listRows } from "../../../db/rows.ts";
import { drawSeasonCup, settleCupRound } from "./cup-rounds.ts";
import { listCupRounds } from "./queries.ts";

const ENTRANTS = 10_000;

test("a cup of 10,000 teams is played to its final (D2.1.58)", async () => {
	const app = await createTestApp({}, { rounds: 15, rules: { cup: { startRound: 1, seed: 3 } } });
	const { db } = app.database;
	const insertStandings = (roundId: number) =>
		sql`INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank,
			team_value)
		SELECT 1, ${roundId}, id, abs(hashint4(id * 31 + ${roundId})) % 50, id, 0, 0, id, 0
		FROM teams WHERE id IN (
			SELECT unnest(ARRAY[home_team_id, away_team_id]) FROM cup_matches WHERE round_id = ${roundId})`.execute(db);
	await sql`INSERT INTO users (first_name, last_name, email, team_name)
		SELECT 'U', 'N', 'u' || u || '@example.test', 'Team ' || u FROM generate_series(1, ${ENTRANTS}) AS u`.execute(db);
	await sql`INSERT INTO teams (season_id, user_id) SELECT 1, id FROM users`.execute(db);
	await sql`INSERT INTO cups (season_id) VALUES (1)`.execute(db);
	await sql`INSERT INTO cup_entries SELECT 1, id, now() FROM teams`.execute(db);
	await sql`ANALYZE`.execute(db);
	await drawSeasonCup(db, app.seasons.current(), FIRST_BOUNCE);
	const statements: number[] = [];
	for (let round = 1; round <= 14; round++) {
		await createStandingsTable(db, app.season, round);
		await insertStandings(round);
		let count = 0;
		const counted = db.withPlugin({
			transformQuery: ({ node }) => {
				count++;
				return node;
			},
			transformResult: async ({ result }) => result,
		});
		await counted
			.transaction()
			.execute((trx) => settleCupRound(trx, { seasonId: 1, roundId: round, now: 0, standings: "standings" }));
		statements.push(count);
	}
	const rounds = await listCupRounds(db, 1);
	expect(rounds.map(({ matches }) => matches)).toEqual(Array.from({ length: 14 }, (_, index) => 2 ** (13 - index)));
	// Each round takes equally many statements, but for the final, after which no round is paired.
	const [first = 0] = statements;
	expect(first).toBeGreaterThan(5);
	expect(statements.slice(0, 13)).toEqual(Array.from({ length: 13 }, () => first));
	expect(rounds.every(({ is_decided }) => is_decided)).toBe(true);
	const rows = await listRows(db)<{ losers: number; twice: number }>`
		SELECT count(DISTINCT loser)::int AS losers, (count(*) - count(DISTINCT loser))::int AS twice FROM (
			SELECT CASE WHEN winner_team_id = home_team_id THEN away_team_id ELSE home_team_id END AS loser
			FROM cup_matches WHERE away_team_id IS NOT NULL) AS played`;
	expect(rows).toEqual([{ losers: ENTRANTS - 1, twice: 0 }]);
	await app.close();
}, 120_000);
