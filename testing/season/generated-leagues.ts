import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import { computeStandingsBytes, createStandingsArrays } from "@first-bounce/scoring/standings/standings";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import { computeH2hLadder } from "../../apps/server/features/leagues/head-to-head/h2h-ladder.ts";
import { listLeagueMatchUps } from "../../apps/server/features/leagues/head-to-head/match-up-queries.ts";
import { listMembers } from "../../apps/server/features/leagues/league-queries.ts";
import { computeLeagueStandings } from "../../apps/server/features/leagues/league-scores.ts";
import { loadShownSeason } from "../../apps/server/features/seasons/current/load-season-snapshot.ts";
import type { Random } from "../../apps/server/features/seasons/generator/random.ts";
import { buildTeamRows, createStandingsView } from "../../apps/server/features/standings/standings-view.ts";

interface LeaguePlan {
	readonly type: "h2h" | "open" | "elimination";
	readonly memberCount: number;
	readonly startRound: number;
	readonly finals?: boolean;
	readonly finalsSeries?: boolean;
	readonly tiebreaker?: "percentage" | "points_for";
}

/** Leagues of different sizes, including an odd number and a single member, which start with the season or later. */
const buildPlans = (teams: number): readonly LeaguePlan[] => [
	{ type: "h2h", memberCount: 10, startRound: 1, finals: true, tiebreaker: "percentage" },
	{ type: "h2h", memberCount: 8, startRound: 1, finals: false, tiebreaker: "points_for" },
	{ type: "h2h", memberCount: 7, startRound: 1, finals: true, tiebreaker: "points_for" },
	{ type: "h2h", memberCount: 20, startRound: 2, finals: true, tiebreaker: "percentage" },
	{ type: "h2h", memberCount: 2, startRound: 2, finals: false, tiebreaker: "percentage" },
	{ type: "h2h", memberCount: 1, startRound: 1, finals: true, tiebreaker: "percentage" },
	{ type: "h2h", memberCount: 5, startRound: 3, finals: true, tiebreaker: "percentage" },
	{ type: "open", memberCount: teams, startRound: 1 },
	{ type: "open", memberCount: Math.ceil(teams / 2), startRound: 2 },
	{ type: "open", memberCount: 9, startRound: 3 },
];
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ";

interface LeaguesToSeed {
	readonly seasonId: number;
	readonly teams: number;
	readonly rounds: number;
	readonly random: Random;
	readonly plans?: readonly LeaguePlan[];
}

/** Inserts leagues and returns their ids; the server draws their fixtures. Teams and their managers have the ids 1 to `teams`. */
export async function seedLeagues(
	trx: Db,
	{ seasonId, teams, rounds, random, plans = buildPlans(teams) }: LeaguesToSeed,
): Promise<number[]> {
	const teamIds = Array.from({ length: teams }, (_, index) => index + 1);
	const ids: number[] = [];
	for (const [index, { type, memberCount, startRound, finals, finalsSeries = false, tiebreaker }] of plans.entries()) {
		const memberIds = random.shuffle(teamIds).slice(0, memberCount);
		const { id } = await trx
			.insertInto("leagues")
			.values({
				season_id: seasonId,
				name: `Soak league ${index + 1}`,
				// Codes have no letter O, so it is not SOAK.
				code: `SQAK${LETTERS[index]}A`,
				type,
				privacy: "private",
				size: { h2h: 20, open: 10_000, elimination: memberCount }[type],
				start_id: Math.min(startRound, rounds),
				finals: finals ?? null,
				finals_series: finalsSeries,
				tiebreaker: tiebreaker ?? null,
				commissioner_id: memberIds[0] ?? 1,
				colour: "ochre",
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		for (const team of memberIds)
			await trx
				.insertInto("league_members")
				.values({ league_id: id, user_id: team, team_id: team, joined_at: new Date(team) })
				.execute();
		ids.push(id);
	}
	return ids;
}

/** No round is live once the season is over, so ladders use published results only. */
const NO_LIVE_STANDINGS = createStandingsView({
	version: 0,
	roundId: null,
	isLive: false,
	rankedCount: 0,
	rows: buildTeamRows(new Int32Array(0), 0),
	standings: createStandingsArrays(new ArrayBuffer(computeStandingsBytes(0)), 0),
});

/** Lists every league's ladder after every round, one line each. */
export async function listLadders(db: Db): Promise<string[]> {
	const season = await loadShownSeason(db);
	if (!season) throw new Error("There is no season");
	const leagues = await db.selectFrom("leagues").selectAll().orderBy("id").execute();
	const lines: string[] = [];
	for (const league of leagues) {
		const members = await listMembers(db, [league.id]);
		const matchUps = await listLeagueMatchUps(db, [league.id], season.rules.lastRound);
		for (const { id: roundId } of season.rounds) {
			const at = { season, view: NO_LIVE_STANDINGS, roundId };
			const upTo = { roundId, isLive: false };
			const sources = { db, season, view: () => NO_LIVE_STANDINGS };
			const ladder =
				league.type === "h2h"
					? computeH2hLadder(league, members, matchUps, at)
					: rankTeams(await computeLeagueStandings(sources, league, members, upTo), "totalPoints");
			lines.push(JSON.stringify({ league: league.id, roundId, ladder }));
		}
	}
	return lines;
}
