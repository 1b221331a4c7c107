import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	listPastSeasons as listCall,
	showPastRankings,
	showPastSeason,
} from "@first-bounce/contract/stats/past-seasons";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../db/tables/tables.ts";
import { refuse } from "../../plugins/refusal.ts";
import { listTeamOwners } from "../leagues/members/team-owners.ts";
import { MAX_PAGE_ROWS } from "../leagues/service.ts";
import { buildRankingRow } from "../rankings/ranking-row.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import { findSeasonRowById } from "../seasons/current/season-queries.ts";
import { findTeamOfUser } from "../team/team-queries.ts";
import {
	countStandings,
	listPastSeasonRows,
	listRoundIds,
	listStandingsByRank,
	listStandingsOfTeams,
	listTeamStandings,
	type PastSeasonRow,
} from "./queries.ts";

export interface PastSeasonServices {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "current">;
}

/** A closed season, read from its rows at each request (decision 029). */
export interface PastSeason {
	readonly seasonId: number;
	readonly name: string;
	readonly rules: SeasonRules;
	readonly rounds: readonly { readonly id: RoundId; readonly status: "complete" }[];
}

/** Gets a closed season. Refuses any other season, and a closed demo if the current season is not a demo. */
export async function getPastSeason({ db, seasons }: PastSeasonServices, seasonId: number): Promise<PastSeason> {
	const row = await findSeasonRowById(db, seasonId);
	const isReadable = row?.status === "closed" && (!row.is_demo || seasons.current().isDemo);
	if (!row || !isReadable) throw refuse(404, "season-unknown");
	const roundIds = await listRoundIds(db, seasonId, row.rules.lastRound);
	const rounds = roundIds.map(({ id }) => ({ id, status: "complete" as const }));
	return { seasonId, name: row.name, rules: row.rules, rounds };
}

const buildSummary = ({ id, name, teams, rank, total_points }: PastSeasonRow) => ({
	id,
	name,
	teams,
	own: rank === null || total_points === null ? null : { rank, totalPoints: total_points },
});

/** Lists closed seasons, newest first, with the viewer's final rank in each. */
export async function listPastSeasons(
	{ db, seasons }: PastSeasonServices,
	viewerId: UserId | null,
): Promise<SuccessOf<typeof listCall>> {
	const rows = await listPastSeasonRows(db, viewerId, seasons.current().isDemo);
	return { seasons: rows.map(buildSummary) };
}

/** Gets a closed season, with the viewer's points and ranks by round. */
export async function getPastSeasonView(
	services: PastSeasonServices,
	viewerId: UserId | null,
	seasonId: number,
): Promise<SuccessOf<typeof showPastSeason>> {
	const { db } = services;
	const { name, rules } = await getPastSeason(services, seasonId);
	const team = viewerId === null ? undefined : await findTeamOfUser(db, seasonId, viewerId);
	const rounds = team ? await listTeamStandings(db, seasonId, team.id) : [];
	const finalStanding = rounds.find(({ roundId }) => roundId === rules.lastRound);
	return {
		season: {
			id: seasonId,
			name,
			teams: await countStandings(db, seasonId, rules.lastRound),
			own: finalStanding ? { rank: finalStanding.overallRank, totalPoints: finalStanding.totalPoints } : null,
			lastRound: rules.lastRound,
			grandFinal: rules.grandFinal,
		},
		rounds,
	};
}

/** Gets a page of the final rankings, with the viewer's own row. Visitors see team names only. */
export async function getPastRankings(
	services: PastSeasonServices,
	viewerId: UserId | null,
	{ seasonId, page, limit }: { readonly seasonId: number; readonly page: number; readonly limit: number },
): Promise<SuccessOf<typeof showPastRankings>> {
	const { db } = services;
	const { rules } = await getPastSeason(services, seasonId);
	const finalRound = { seasonId, roundId: rules.lastRound };
	const countedRounds = { from: 1, to: rules.lastRound };
	const size = Math.min(limit, MAX_PAGE_ROWS);
	const rows = await listStandingsByRank(db, finalRound, { after: (page - 1) * size, upTo: page * size });
	const ownTeam = viewerId === null ? undefined : await findTeamOfUser(db, seasonId, viewerId);
	const [ownRow] = ownTeam ? await listStandingsOfTeams(db, finalRound, [ownTeam.id]) : [];
	const total = await countStandings(db, seasonId, rules.lastRound);
	const teamIds = [...rows, ...(ownRow ? [ownRow] : [])].map(({ teamId }) => teamId);
	const owners = await listTeamOwners(db, teamIds, viewerId);
	const buildRow = ({ startRoundId, ...team }: (typeof rows)[number]) => {
		const owner = owners.get(team.teamId);
		if (!owner) throw new Error(`Team ${team.teamId} has no owner`);
		const teamOwner = { ...owner, startRoundId, value: team.teamValue };
		return buildRankingRow({ ...team, rank: team.overallRank }, teamOwner, countedRounds, viewerId);
	};
	return {
		rankings: rows.map(buildRow),
		nextPage: page * size < total ? page + 1 : null,
		currentUserRanking: ownRow ? buildRow(ownRow) : null,
		isLive: false,
		total,
	};
}
