import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedLeagues } from "../../../../testing/season/generated-leagues.ts";
import { drawGeneratedSlots, saveGeneratedSeason } from "../../../../testing/season/generated-season.ts";
import { createOracle, type OracleTeam } from "../../../../testing/season/season-oracle.ts";
import { HOUR, seedTeams } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { listRows } from "../../db/rows.ts";
import type { Db } from "../../db/tables/tables.ts";
import { getPublishedView } from "../leagues/league-scores.ts";
import { createSeasonHolder } from "../seasons/current/season-holder.ts";
import { buildStatRow } from "../seasons/current/stat-line.ts";
import { type GeneratedSeason, generateSeason } from "../seasons/generator/generate-season.ts";
import { createRandom } from "../seasons/generator/random.ts";
import { loadEliminations } from "../standings/load-eliminations.ts";
import { advanceSeason } from "./engine/advance-season.ts";

const ROUNDS = 14;
const TEAMS = 40;
const FIRST_DAY = Date.parse("2028-08-18T00:00:00Z");
/** 190 points with three points a handball. */
const STAR_LINE = { ...EMPTY_STAT_LINE, K: 30, H: 18, M: 8, T: 4, G: 1, TOG: 90 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

/** A season of 19 clubs and 14 rounds in which one player scores 190 in every match, and 210 in her club's fifth. */
function generateLongSeason() {
	const generated = generateSeason({
		seed: 28,
		id: 2028,
		name: "2028",
		firstDay: FIRST_DAY,
		rounds: ROUNDS,
		clubs: 19,
	});
	const star = generated.footballers.find(({ position }) => position.join() === "MID");
	if (!star) throw new Error("There is no midfielder");
	let matches = 0;
	const results = new Map(
		generated.matches.map(({ id, homeSquadId, awaySquadId }) => {
			const result = generated.results.get(id);
			if (!result) throw new Error(`Match ${id} has no result`);
			if (![homeSquadId, awaySquadId].includes(star.squadId)) return [id, result];
			const stats = { ...STAR_LINE, T: ++matches === 5 ? 9 : 4 };
			const others = result.lines.filter(({ playerId }) => playerId !== star.id);
			return [id, { ...result, lines: [...others, { playerId: star.id, squadId: star.squadId, stats }] }];
		}),
	);
	const { rules } = generated;
	const season: GeneratedSeason = {
		...generated,
		results,
		openingPrices: new Map([...generated.openingPrices, [star.id, 2_090_000]]),
		rules: { ...rules, leagues: { ...rules.leagues, finalsSeries: true }, cup: { startRound: 9, seed: 1 } },
	};
	return { season, star };
}

/** Saves teams that keep their players; the first one has the star as captain. */
async function saveTeams(season: GeneratedSeason, starId: number): Promise<OracleTeam[]> {
	const random = createRandom("teams of 2028");
	const teams = Array.from({ length: TEAMS }, (_, index) => {
		const drawn = drawGeneratedSlots(season, random);
		// The sixth slot is the first midfielder's.
		const slots = index === 0 ? drawn.with(drawn.includes(starId) ? drawn.indexOf(starId) : 5, drawn[5] ?? 0) : drawn;
		if (index === 0) slots[5] = starId;
		const [captain = 0] = slots;
		return {
			slots: index === 0 ? [...slots] : slots,
			captain: index === 0 ? starId : captain,
			completedAt: FIRST_DAY - index,
		};
	});
	const saved = await seedTeams(
		database.db,
		season,
		teams.map(({ slots, completedAt }) => ({ slots, emergency: slots.slice(16, 20), completedAt })),
	);
	await sql`UPDATE lineups SET captain_id = ${starId} WHERE team_id = ${saved[0]?.id ?? 0}`.execute(database.db);
	return teams.map(({ slots, captain, completedAt }, index) => ({
		id: saved[index]?.id ?? 0,
		slots,
		captainId: captain,
		viceCaptainId: slots[1] ?? 0,
		emergency: slots.slice(16, 20),
		completedAt,
	}));
}

/** Head-to-head leagues of every number of teams, those of 3, 6, 9 and so on with a finals series, and elimination leagues. */
const LEAGUES = [
	...Array.from({ length: 19 }, (_, index) => ({
		type: "h2h" as const,
		memberCount: index + 2,
		startRound: 1,
		finals: true,
		finalsSeries: (index + 2) % 3 === 0,
		tiebreaker: "percentage" as const,
	})),
	...[15, 8].map((memberCount) => ({ type: "elimination" as const, memberCount, startRound: 1 })),
];

/** Stores the stats of a round, as a feed would once its matches are over. */
async function saveRoundStats(db: Db, { matches, results }: GeneratedSeason, roundId: number) {
	const played = matches.filter((match) => match.roundId === roundId);
	const lines = played.flatMap(({ id }) => (results.get(id)?.lines ?? []).map((line) => ({ ...line, matchId: id })));
	await db
		.insertInto("stat_lines")
		.values(lines.map((line) => buildStatRow({ seasonId: 2028, ...line })))
		.execute();
	await sql`UPDATE matches SET status = 'complete' WHERE season_id = 2028 AND round_id = ${roundId}`.execute(db);
	await sql`UPDATE seasons SET data_version = data_version + 1`.execute(db);
}

test("14 rounds of 19 clubs are played with finals, cup and sizes [D1.9.94]", { timeout: 120_000 }, async () => {
	const { db, pool } = database;
	const { season, star } = generateLongSeason();
	await db.transaction().execute((trx) => saveGeneratedSeason(trx, season, 0));
	const teams = await saveTeams(season, star.id);
	const leagueIds = await db.transaction().execute((trx) =>
		seedLeagues(trx, {
			seasonId: 2028,
			teams: TEAMS,
			rounds: ROUNDS,
			random: createRandom("leagues of 2028"),
			plans: LEAGUES,
		}),
	);
	await sql`INSERT INTO cups (season_id) VALUES (2028)`.execute(db);
	await sql`INSERT INTO cup_entries (season_id, team_id, entered_at) SELECT 2028, id, now() FROM teams`.execute(db);
	const seasons = await createSeasonHolder(db, { on: () => () => false });
	const players = [...seasons.current().players.values()];
	const oracle = createOracle({
		id: 2028,
		rules: season.rules,
		squadIds: season.clubs.map(({ id }) => id),
		players,
		matches: season.matches,
		listMatchesOfRound: (roundId) => season.matches.filter((match) => match.roundId === roundId),
	});
	const expected: unknown[] = [];
	for (let roundId = 1; roundId <= ROUNDS; roundId++) {
		const matches = season.matches.filter((match) => match.roundId === roundId);
		const starts = matches.map(({ startsAt }) => startsAt);
		await advanceSeason({ database: { db, pool }, seasons }, Math.min(...starts));
		await saveRoundStats(db, season, roundId);
		await seasons.refresh();
		await advanceSeason({ database: { db, pool }, seasons }, Math.max(...starts) + 4 * HOUR);
		const reports = matches.map(({ id }) => ({ matchId: id, lines: season.results.get(id)?.lines ?? [] }));
		expected.push(...oracle.playRound(roundId, reports, teams).standings.map((row) => ({ round_id: roundId, ...row })));
	}

	const { rounds, players: finished } = seasons.current();
	expect(rounds.map(({ status }) => status)).toEqual(Array.from({ length: 14 }, () => "complete"));
	expect(rounds.map(({ matches, byeSquads }) => [matches.length, byeSquads.length])).toEqual(
		Array.from({ length: 14 }, () => [9, 1]),
	);
	const stored = await db
		.selectFrom("standings")
		.select([
			"round_id",
			"team_id",
			"points",
			"total_points",
			"highest_points",
			"overall_rank",
			"round_rank",
			"team_value",
		])
		.orderBy("round_id")
		.orderBy("team_id")
		.execute();
	expect(stored).toHaveLength(ROUNDS * TEAMS);
	expect(stored).toEqual(expected);

	const { scores, prices } = finished.get(star.id) ?? { scores: new Map(), prices: new Map() };
	expect([...scores.values()].toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 12 }, () => 190), 210]);
	expect([prices.get(1), Math.max(...prices.values()), prices.get(14)]).toEqual([2_090_000, 2_090_000, 1_991_000]);

	const h2h = await listRows(db)<{ league: number; round: number; matches: number; kind: string }>`
		SELECT league_id AS league, round_id AS round, count(*)::int AS matches,
			CASE WHEN bool_or(is_grand_final) THEN 'final' WHEN bool_or(is_semi_final) THEN 'semi' ELSE '' END AS kind
		FROM league_matches WHERE home_points IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`;
	for (const [index, id] of leagueIds.slice(0, 19).entries()) {
		const count = index + 2;
		const played = h2h.filter(({ league }) => league === id).map(({ matches, kind }) => `${matches}${kind}`);
		const regular = Array.from({ length: count % 3 === 0 ? 12 : 13 }, () => `${Math.floor(count / 2)}`);
		expect(played).toEqual([...regular, ...(count % 3 === 0 ? [count === 3 ? "1semi" : "2semi"] : []), "1final"]);
	}
	const cup = await listRows(db)<{ round: number; matches: number }>`
		SELECT round_id AS round, count(*)::int AS matches FROM cup_matches WHERE winner_team_id IS NOT NULL
		GROUP BY 1 ORDER BY 1`;
	expect(cup.map(({ round, matches }) => [round, matches])).toEqual([
		[9, 32],
		[10, 16],
		[11, 8],
		[12, 4],
		[13, 2],
		[14, 1],
	]);
	const sources = { db, season: seasons.current(), view: getPublishedView };
	const [fifteen = 0, eight = 0] = leagueIds.slice(19);
	const eliminations = await loadEliminations(
		sources,
		[
			{ id: fifteen, start_id: 1 },
			{ id: eight, start_id: 1 },
		],
		0,
	);
	const listOutRounds = (id: number) => eliminations.get(id)?.out.map(({ roundId }) => roundId);
	expect(listOutRounds(fifteen)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
	expect(listOutRounds(eight)).toEqual([1, 2, 3, 4, 5, 6, 7]);
	expect(eliminations.get(fifteen)?.winnerTeamId).toBe(eliminations.get(fifteen)?.alive[0]);
});
