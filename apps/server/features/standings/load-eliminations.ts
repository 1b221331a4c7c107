import {
	computeElimination,
	type Elimination,
	type EliminationSeason,
	type RoundPoints,
} from "@first-bounce/rules/elimination/elimination";
import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { RoundStatus } from "@first-bounce/rules/round/round";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db, Row } from "../../db/tables/tables.ts";
import {
	type EliminationTeamRow,
	listEliminationTeams,
	listRoundPoints,
	listSeasonEliminationLeagues,
	listTeamEliminationLeagues,
} from "./elimination-queries.ts";
import type { StandingsView } from "./standings-view.ts";

type EliminationLeague = Row<"leagues", "id" | "start_id">;
type LeagueWithTeams = EliminationLeague & { readonly rows: readonly EliminationTeamRow[] };

/** What eliminations are computed from, in the current season or a closed one. */
export interface EliminationSources {
	readonly db: Db;
	readonly season: {
		readonly seasonId: number;
		readonly rules: Pick<SeasonRules, "lastRound">;
		readonly rounds: readonly { readonly id: RoundId; readonly status: RoundStatus }[];
	};
	readonly view: () => Pick<StandingsView, "roundId" | "isLive" | "getPoints">;
}

type PublishedSources = Omit<EliminationSources, "view">;

const getPublishedView: EliminationSources["view"] = () => ({ roundId: null, isLive: false, getPoints: () => null });

/** An elimination league with the points from which it follows. */
export interface LeagueElimination extends Elimination {
	/** Every team that is or was in the league since its start, best first: those alive, then those out. */
	readonly order: readonly TeamId[];
	/** The season's published rounds. */
	readonly rounds: readonly RoundPoints[];
	readonly live: RoundPoints | null;
}

/** Lists a team's points in the rounds from a league's start on, the live round included. */
export const listLeaguePoints = ({ rounds, live }: LeagueElimination, startId: RoundId, teamId: TeamId): Points[] =>
	[...rounds, ...(live ? [live] : [])]
		.filter(({ roundId }) => roundId >= startId)
		.map(({ points }) => points.get(teamId) ?? 0);

/** Loads the published points of teams by round, up to a round, or of all rounds for round 0. */
async function loadRounds(
	{ db, season: { seasonId, rounds, rules } }: PublishedSources,
	teamIds: readonly TeamId[],
	roundId: RoundId,
): Promise<RoundPoints[]> {
	const last = roundId || rules.lastRound;
	const publishedIds = rounds.filter(({ id, status }) => status === "complete" && id <= last).map(({ id }) => id);
	const rows = await listRoundPoints(db, seasonId, teamIds, publishedIds);
	const byRound = Map.groupBy(rows, ({ round_id }) => round_id);
	return publishedIds.map((id) => ({
		roundId: id,
		points: new Map((byRound.get(id) ?? []).map(({ team_id, points }) => [team_id, points])),
	}));
}

/** Gets the points of a live round after those that are published, if it counts; null if there is none. */
function getLiveRound(
	{ view }: EliminationSources,
	teamIds: readonly TeamId[],
	{ roundId, published }: { readonly roundId: RoundId; readonly published: readonly RoundPoints[] },
): RoundPoints | null {
	const { isLive, roundId: liveId, getPoints } = view();
	const isCounted = isLive && liveId !== null && (roundId === 0 || roundId === liveId);
	if (!isCounted || published.some((round) => round.roundId === liveId)) return null;
	return { roundId: liveId, points: new Map(teamIds.map((teamId) => [teamId, getPoints(teamId) ?? 0])) };
}

/** By league id, who is out and who is left: at the end of a round, or to date for round 0. Takes two queries. */
export async function loadEliminations(
	sources: EliminationSources,
	leagues: readonly EliminationLeague[],
	roundId: RoundId,
): Promise<ReadonlyMap<number, LeagueElimination>> {
	if (leagues.length === 0) return new Map();
	const ids = leagues.map(({ id }) => id);
	const rows = await listEliminationTeams(sources.db, ids);
	const teamIds = [...new Set(rows.map(({ team_id }) => team_id))];
	const published = await loadRounds(sources, teamIds, roundId);
	const live = getLiveRound(sources, teamIds, { roundId, published });
	const rowsByLeague = Map.groupBy(rows, ({ league_id }) => league_id);
	return new Map(
		leagues.map((league) => {
			const withRows = { ...league, rows: rowsByLeague.get(league.id) ?? [] };
			return [league.id, computeLeague(withRows, { published, live, roundId }, sources.season.rules)];
		}),
	);
}

/** Computes who is out of a league at the end of a round, or to date for round 0. */
function computeLeague(
	{ start_id: startId, rows }: LeagueWithTeams,
	{ published, live, roundId }: Pick<EliminationSeason, "published" | "live"> & { readonly roundId: RoundId },
	{ lastRound }: Pick<SeasonRules, "lastRound">,
): LeagueElimination {
	const hasLeft = (round: RoundId | null) => roundId === 0 || (round ?? 0) <= roundId;
	const teams = rows.map(({ team_id: teamId, joined_no: joinedNo, left_in_round }) => ({
		teamId,
		joinedNo,
		leftInRound: hasLeft(left_in_round) ? left_in_round : null,
	}));
	const elimination = computeElimination(teams, { published, live, startId, lastRound });
	const order = [...elimination.alive, ...elimination.out.map(({ teamId }) => teamId).toReversed()];
	return { ...elimination, order, rounds: published, live };
}

/** Loads who went out of leagues in a published round, and who was left after it, by league id. */
export async function loadPublishedRound(
	{ db, season }: PublishedSources,
	leagues: readonly EliminationLeague[],
	roundId: RoundId,
): Promise<ReadonlyMap<number, LeagueElimination>> {
	const eliminations = await loadEliminations({ db, season, view: getPublishedView }, leagues, roundId);
	return new Map(
		[...eliminations].map(([id, elimination]) => [
			id,
			{ ...elimination, out: elimination.out.filter((team) => team.roundId === roundId) },
		]),
	);
}

export interface EliminationOutcome {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly outcome: "survived" | "out" | "won";
	/** How many teams are left after the round. */
	readonly teamsLeft: number;
}

/** Lists how a team went in a published round in each elimination league in which it was still alive before it. */
export const listEliminationOutcomes = async (
	sources: PublishedSources,
	teamId: TeamId,
	roundId: RoundId,
): Promise<readonly EliminationOutcome[]> =>
	(await loadEliminationOutcomes(sources, [teamId], roundId)).get(teamId) ?? [];

/** Loads the outcomes of `listEliminationOutcomes` for several teams in three queries, by team. */
export async function loadEliminationOutcomes(
	{ db, season }: PublishedSources,
	teamIds: readonly TeamId[],
	roundId: RoundId,
): Promise<ReadonlyMap<TeamId, readonly EliminationOutcome[]>> {
	const memberships = await listTeamEliminationLeagues(db, season.seasonId, teamIds, roundId);
	const leagues = [...new Map(memberships.map((league) => [league.id, league])).values()];
	const eliminations = await loadEliminations({ db, season, view: getPublishedView }, leagues, roundId);
	const listOutcomes = ({ id, name, team_id }: (typeof memberships)[number]): EliminationOutcome[] => {
		const elimination = eliminations.get(id);
		const outcome = elimination && findOutcome(elimination, team_id, roundId);
		return outcome ? [{ leagueId: id, leagueName: name, teamsLeft: elimination.alive.length, outcome }] : [];
	};
	const byTeam = Map.groupBy(memberships, ({ team_id }) => team_id);
	return new Map([...byTeam].map(([teamId, own]) => [teamId, own.flatMap(listOutcomes)]));
}

/** Finds how a team went in the last round of an elimination; null if it was out or had won before. */
function findOutcome(
	{ out, winnerTeamId }: LeagueElimination,
	teamId: TeamId,
	roundId: RoundId,
): EliminationOutcome["outcome"] | null {
	const ownExit = out.find((team) => team.teamId === teamId);
	if (ownExit) return ownExit.roundId === roundId ? "out" : null;
	const isDecided = winnerTeamId === teamId;
	// The winner is told once, in the round in which the last other team went out.
	if (isDecided && !out.some((team) => team.roundId === roundId)) return null;
	return isDecided ? "won" : "survived";
}

/** All elimination leagues of a season with their teams' published points; `replaceRoundPoints` swaps in corrected points. */
export interface SeasonEliminations {
	readonly leagues: readonly LeagueWithTeams[];
	readonly rounds: readonly RoundPoints[];
}

/** Loads all leagues together, because a correction may change who goes out in any of them. */
export async function loadSeasonEliminations({ db, season }: PublishedSources): Promise<SeasonEliminations> {
	const leagues = await listSeasonEliminationLeagues(db, season.seasonId);
	const ids = leagues.map(({ id }) => id);
	const rows = ids.length === 0 ? [] : await listEliminationTeams(db, ids);
	const rowsByLeague = Map.groupBy(rows, ({ league_id }) => league_id);
	const teamIds = [...new Set(rows.map(({ team_id }) => team_id))];
	return {
		leagues: leagues.map((league) => ({ ...league, rows: rowsByLeague.get(league.id) ?? [] })),
		rounds: await loadRounds({ db, season }, teamIds, 0),
	};
}

/** A team's outcomes by league id; null in a league that it was out of, or had won, before the round. */
export type EliminationOutcomes = Readonly<Record<string, EliminationOutcome["outcome"] | null>>;

/** Lists the outcomes of a published round in all elimination leagues that have started, by team. */
export function listRoundEliminations(
	{ leagues, rounds }: SeasonEliminations,
	{ rules }: Pick<EliminationSources["season"], "rules">,
	roundId: RoundId,
): ReadonlyMap<TeamId, EliminationOutcomes> {
	const published = rounds.filter((round) => round.roundId <= roundId);
	const outcomes = new Map<TeamId, EliminationOutcomes>();
	for (const league of leagues.filter(({ start_id }) => start_id <= roundId)) {
		const elimination = computeLeague(league, { published, live: null, roundId }, rules);
		for (const teamId of elimination.order)
			outcomes.set(teamId, { ...outcomes.get(teamId), [league.id]: findOutcome(elimination, teamId, roundId) });
	}
	return outcomes;
}
