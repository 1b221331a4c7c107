import type { SuccessOf } from "@first-bounce/contract/call";
import type { h2hMatchUps, MatchUpTeam } from "@first-bounce/contract/league-ladder";
import type { TeamHistory } from "@first-bounce/contract/team-history";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { grandFinalWinner } from "@first-bounce/rules/ladder/grand-final";
import { emptyLineup, slotsOf } from "@first-bounce/rules/lineup/slots";
import { hasRoundStarted, roundById } from "@first-bounce/rules/round/rounds";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { Refusal, refuse } from "../../plugins/refusal.ts";
import type { Game, GameRound } from "../season/game.ts";
import type { TeamServices } from "../team/read-team.ts";
import { lineupView } from "../team/team-view.ts";
import { historyOf } from "../team-history/use-cases.ts";
import { type LeagueMatch, matchesOf, resultOf } from "./h2h-ladder.ts";
import { h2hLeague, readLadder } from "./h2h-rankings.ts";
import type { LeagueServices } from "./league-row.ts";
import { grandFinalRound } from "./league-view.ts";
import { type Person, peopleOf } from "./people.ts";

export interface MatchUpServices extends LeagueServices {
	readonly teams: TeamServices;
}

/** A team in a round as the caller may see it: the one redaction of decisions §5. Null where there is nothing to see. */
async function seenTeam(teams: TeamServices, callerId: UserId, userId: UserId, roundId: RoundId) {
	try {
		return await historyOf(teams, callerId, { roundId, userId });
	} catch (error) {
		if (error instanceof Refusal && error.status < 500) return null;
		throw error;
	}
}

async function scoreFlows(db: Kysely<Tables>, seasonId: number, teamIds: readonly TeamId[]) {
	const { rows } = await sql<{ team_id: TeamId; scores: Record<string, number> }>`
		SELECT team_id, json_object_agg(round_id, points) AS scores FROM standings
		WHERE season_id = ${seasonId} AND team_id = ANY (${teamIds}::int[]) GROUP BY team_id`.execute(db);
	return new Map(rows.map(({ team_id, scores }) => [team_id, scores]));
}

/** What a side shows besides its names. */
function sideOf(seen: TeamHistory | null, isComplete: boolean, game: Game) {
	if (!seen) {
		const { emergency: _, ...nobody } = lineupView(emptyLineup(game.rules));
		return { ...nobody, emergency: [], substitutions: {}, hidden: isComplete ? slotsOf(game.rules).length : 0 };
	}
	const { lineup, bench, emergency, substitutions, hidden } = seen;
	const { utility: utilityId, captain: captainId, viceCaptain: viceCaptainId } = seen;
	return { lineup, bench, emergency, substitutions, hidden, utilityId, captainId, viceCaptainId };
}

interface Sides {
	readonly people: ReadonlyMap<TeamId, Person>;
	readonly ranks: ReadonlyMap<TeamId, number>;
	readonly scores: ReadonlyMap<TeamId, Record<string, number>>;
	readonly complete: ReadonlySet<TeamId>;
}

async function readSides(
	services: MatchUpServices,
	teamIds: readonly TeamId[],
	ranks: Sides["ranks"],
	round: GameRound,
): Promise<Sides> {
	const game = services.games.current();
	const started = await services.db
		.selectFrom("teams")
		.where("id", "in", teamIds.length > 0 ? [...teamIds] : [0])
		.where("start_round_id", "<=", round.id)
		.select("id")
		.execute();
	return {
		people: await peopleOf(services.db, teamIds),
		ranks,
		scores: await scoreFlows(services.db, game.seasonId, teamIds),
		complete: new Set(started.map(({ id }) => id)),
	};
}

async function matchUpOf(
	services: MatchUpServices,
	callerId: UserId,
	{ match, round, sides }: { readonly match: LeagueMatch; readonly round: GameRound; readonly sides: Sides },
) {
	const game = services.games.current();
	const result = resultOf(match, services.view());
	const hasStarted = hasRoundStarted(round, services.clocks.seasonNow());
	const side = async (teamId: TeamId, points: number | undefined): Promise<MatchUpTeam> => {
		const person = sides.people.get(teamId);
		if (!person) throw new Error(`Team ${teamId} has no owner`);
		const isComplete = sides.complete.has(teamId);
		const seen = isComplete ? await seenTeam(services.teams, callerId, person.userId, round.id) : null;
		const live = points === undefined ? {} : { [round.id]: points };
		return {
			...person,
			rank: sides.ranks.get(teamId) ?? 0,
			...sideOf(seen, isComplete, game),
			scoreFlow: { ...sides.scores.get(teamId), ...live },
			points: points ?? (hasStarted ? 0 : null),
			isComplete,
		};
	};
	const isComplete = round.status === "complete";
	const isDecided = isComplete && result && (result.isGrandFinal || result.homePoints !== result.awayPoints);
	return {
		index: match.place,
		roundId: round.id,
		isGrandFinal: match.is_grand_final,
		isComplete,
		isLive: round.status === "playing",
		home: await side(match.home, result?.homePoints),
		away: await side(match.away, result?.awayPoints),
		winnerTeamId: isDecided ? grandFinalWinner(result) : null,
	};
}

/** Who meets whom in a round, and what the caller may see of their teams. */
export async function matchUps(
	services: MatchUpServices,
	callerId: UserId,
	{ leagueId, roundId }: { readonly leagueId: number; readonly roundId: RoundId },
): Promise<SuccessOf<typeof h2hMatchUps>> {
	const league = await h2hLeague(services, callerId, leagueId);
	const game = services.games.current();
	const round = game.rounds.find(({ id }) => id === roundId);
	if (!round || !roundById(game.rounds, roundId)) throw refuse(404, "round-unknown");
	const { members, ladder } = await readLadder(services, league, 0);
	const matches = (await matchesOf(services.db, [leagueId], roundId)).filter((match) => match.round_id === roundId);
	const isGrandFinal = league.drawn_at !== null && grandFinalRound(league, game) === roundId;
	const playing = new Set(matches.flatMap(({ home, away }) => [home, away]));
	const idle = members.map(({ team_id }) => team_id).filter((teamId) => !playing.has(teamId));
	const hasByes = league.drawn_at !== null && !isGrandFinal && roundId >= league.start_id;
	const byes = hasByes && roundId <= game.rules.lastRound ? idle : [];
	const ranks = new Map(ladder.rows.map(({ teamId }, index) => [teamId, index + 1]));
	const sides = await readSides(services, [...playing, ...byes], ranks, round);
	const shown = [];
	for (const match of matches) shown.push(await matchUpOf(services, callerId, { match, round, sides }));
	return { matchUps: shown, byes: byes.flatMap((teamId) => sides.people.get(teamId) ?? []), isGrandFinal };
}
