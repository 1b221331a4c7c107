import type { PlayerId, Points, RoundId, TeamId } from "../ids.ts";
import { sum } from "../numbers.ts";
import { mapLines } from "../player.ts";
import { countPlaced, type DraftPlayer } from "./complete-squads.ts";
import type { PlayerMove } from "./squad-moves.ts";
import type { SquadRules } from "./squad-rules.ts";

/** Gets the rules of a squad that has only the places that score. */
function getScoringRules({ field, utilityScores }: SquadRules): SquadRules {
	const limits = mapLines((line) => field[line] + (utilityScores ? 1 : 0));
	return { field, bench: mapLines(() => 0), utilityScores, limits };
}

/** How a player came to a team. */
export const PLAYER_SOURCES = ["drafted", "kept", "claimed", "added", "traded", "corrected"] as const;
type PlayerSource = (typeof PLAYER_SOURCES)[number];
type BySource = Readonly<Record<PlayerSource, Points>>;

/** A player of a squad in a published round. */
export interface ReportPlayer extends DraftPlayer {
	/** Her own points; 0 if she did not play. */
	readonly points: Points;
	/** What she added to the team's score, including a captain's double; 0 on the bench. */
	readonly counted: Points;
}

/** A team in a published round. */
export interface ReportRound {
	readonly roundId: RoundId;
	readonly points: Points;
	readonly squad: readonly ReportPlayer[];
}

/** A move of a player in the log of the league, in order. */
export interface ReportMove extends PlayerMove {
	readonly kind: PlayerSource | "reset" | "dropped" | "undone" | "delisted";
	/** The first round whose line-ups it changed. */
	readonly roundId: RoundId;
	/** The change that it is a part of; null for the draft. */
	readonly changeId: string | null;
}

export interface ReportPick {
	readonly overall: number;
	readonly playerId: PlayerId;
	readonly teamId: TeamId;
	/** Whether a manager or autopick chose her, rather than keeping her. */
	readonly isChosen: boolean;
}

/** The best line-up that a squad could have had in a round, once every score was known. */
interface BestLineup {
	readonly points: Points;
	/** The players who would have scored. The first one has the most points and would have been captain. */
	readonly playerIds: readonly PlayerId[];
}

interface PickResult {
	readonly overall: number;
	readonly playerId: PlayerId;
	/** What she has scored since. */
	readonly points: Points;
	/** The value of the pick's number n: the points of the n-th best of all drafted and kept players. */
	readonly expected: Points;
}

/** The players who came to a team and left it in one change, and the points of both since. */
interface ChangeResult {
	readonly changeId: string;
	readonly roundId: RoundId;
	readonly inIds: readonly PlayerId[];
	readonly outIds: readonly PlayerId[];
	readonly pointsIn: Points;
	readonly pointsOut: Points;
}

interface ReportContext {
	readonly teamId: TeamId;
	readonly rounds: readonly ReportRound[];
	/** All moves of the league in order, without those that were undone. */
	readonly moves: readonly ReportMove[];
	/** A player's points in a round, whichever team she is in; 0 if she did not play. */
	readonly getPoints: (id: PlayerId, roundId: RoundId) => Points;
}

/**
 * Finds the best line-up of a squad in a published round (docs/game-rules.md#draft-season-report): the most points that players can
 * score in places of their positions, with the best of them as captain.
 */
export function findBestLineup(
	squad: readonly ReportPlayer[],
	rules: SquadRules,
	{ captainFactor }: { readonly captainFactor: number },
): BestLineup {
	const scoring = getScoringRules(rules);
	const chosen: ReportPlayer[] = [];
	// Taking the best first is exact, because places are matched again for each player.
	for (const player of squad.toSorted((a, b) => b.points - a.points || a.id - b.id))
		if (countPlaced([...chosen, player], scoring) > chosen.length) chosen.push(player);
	const onField = sum(chosen.map(({ points }) => points));
	const captaincy = Math.max(0, chosen[0]?.points ?? 0) * (captainFactor - 1);
	return { points: onField + captaincy, playerIds: chosen.map(({ id }) => id) };
}

/** Finds how a player came to the team that has her in a round. An undo that returned her does not count. */
function findSource({ teamId, moves }: ReportContext, playerId: PlayerId, roundId: RoundId): PlayerSource {
	const move = moves.findLast(
		(candidate) =>
			candidate.playerId === playerId &&
			candidate.toTeamId === teamId &&
			candidate.kind !== "undone" &&
			(candidate.changeId === null || candidate.roundId <= roundId),
	);
	return PLAYER_SOURCES.find((source) => source === move?.kind) ?? "drafted";
}

/** Sums up what a team's players added to its scores, by how they came to it. */
export function computeSources(context: ReportContext): BySource {
	const totals: Record<PlayerSource, Points> = { drafted: 0, kept: 0, claimed: 0, added: 0, traded: 0, corrected: 0 };
	for (const { roundId, squad } of context.rounds)
		for (const { id, counted } of squad) totals[findSource(context, id, roundId)] += counted;
	return totals;
}

/** Lists the published rounds from a change on until a player leaves the team that she came to. */
function listStay({ moves, rounds }: ReportContext, arrival: ReportMove): readonly ReportRound[] {
	const later = moves.slice(moves.indexOf(arrival) + 1);
	const departure = later.find(
		({ playerId, fromTeamId }) => playerId === arrival.playerId && fromTeamId === arrival.toTeamId,
	);
	return rounds.filter(({ roundId }) => roundId >= arrival.roundId && roundId < (departure?.roundId ?? Infinity));
}

/**
 * Computes what each trade of a team was worth: the points of the players whom it got less those of the players whom it gave,
 * each for as long as she stayed in her new team, whichever slots and roles she had.
 */
export function listTradeResults(context: ReportContext): readonly ChangeResult[] {
	const { teamId, moves, getPoints } = context;
	const trades = moves.filter(
		({ kind, fromTeamId, toTeamId }) => kind === "traded" && [fromTeamId, toTeamId].includes(teamId),
	);
	const sumStay = (arrival: ReportMove) =>
		sum(listStay(context, arrival).map(({ roundId }) => getPoints(arrival.playerId, roundId)));
	return [...Map.groupBy(trades, ({ changeId }) => changeId)].map(([changeId, parts]) => {
		const came = parts.filter(({ toTeamId }) => toTeamId === teamId);
		const left = parts.filter(({ fromTeamId }) => fromTeamId === teamId);
		return {
			changeId: changeId ?? "",
			roundId: parts[0]?.roundId ?? 0,
			inIds: came.map(({ playerId }) => playerId),
			outIds: left.map(({ playerId }) => playerId),
			pointsIn: sum(came.map(sumStay)),
			pointsOut: sum(left.map(sumStay)),
		};
	});
}

/**
 * Lists the players whom a team claimed or added, with the points that each has scored for it since, and the player who was
 * dropped for her.
 */
export function listClaimResults(context: ReportContext): readonly ChangeResult[] {
	const { teamId, moves } = context;
	const arrivals = moves.filter(
		({ kind, toTeamId }) => toTeamId === teamId && (kind === "claimed" || kind === "added"),
	);
	return arrivals.map((arrival) => {
		const { playerId, changeId, roundId } = arrival;
		const dropped = moves.filter((move) => move.changeId === changeId && move.fromTeamId === teamId);
		const findCounted = ({ squad }: ReportRound) => squad.find(({ id }) => id === playerId)?.counted ?? 0;
		return {
			changeId: changeId ?? "",
			roundId,
			inIds: [playerId],
			outIds: dropped.map((move) => move.playerId),
			pointsIn: sum(listStay(context, arrival).map(findCounted)),
			pointsOut: 0,
		};
	});
}

/**
 * Compares the picks of a team with the value of their numbers: the player of pick n with the one who has scored the n-th most
 * points of all drafted and kept players. Kept players have no result of their own.
 */
export function listPickResults(
	picks: readonly ReportPick[],
	{ teamId, rounds, getPoints }: Omit<ReportContext, "moves">,
): readonly PickResult[] {
	const scored = picks
		.toSorted((a, b) => a.overall - b.overall)
		.map((pick) => ({ ...pick, points: sum(rounds.map(({ roundId }) => getPoints(pick.playerId, roundId))) }));
	const bestFirst = scored.map(({ points }) => points).toSorted((a, b) => b - a);
	return scored.flatMap(({ overall, playerId, points, isChosen, ...pick }, index) =>
		isChosen && pick.teamId === teamId ? [{ overall, playerId, points, expected: bestFirst[index] ?? 0 }] : [],
	);
}
