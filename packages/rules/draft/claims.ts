import type { PlayerId, TeamId } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";
import { findFitPlayerInInjuredPlace } from "./injured-place.ts";
import { applyMoves, type MovesContext, type PlayerMove, type Squads } from "./squad-moves.ts";

export const WAIVER_PRIORITIES = ["rolling", "reverse-ladder", "budget"] as const;

/** Why a claim fails. */
export const CLAIM_PROBLEMS = [
	"group-done",
	"season-over",
	"player-gone",
	"player-taken",
	"already-won",
	"dropped-in-run",
	"player-locked",
	"dropped-by-you",
	"taken-back-by-you",
	"over-budget",
	"drop-not-owned",
	"drop-used",
	"drop-locked",
	"drop-reserved",
	"drop-protected",
	"injured-place",
	"squad-full",
	"position-full",
	"lineup-locked",
	"room-reserved",
] as const;
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number];

export interface Claim {
	readonly id: string;
	readonly teamId: TeamId;
	readonly playerId: PlayerId;
	/** Who leaves for her. */
	readonly dropId: PlayerId | null;
	/** Dollars; 0 where nobody bids. */
	readonly bid: number;
	/** At most one of a team's claims in the same group succeeds; null for a claim without a group. */
	readonly group: number | null;
	/** 1 for the team's first claim. */
	readonly rank: number;
}

/** Why a claim failed, with the details that its team is shown. */
export interface ClaimReason {
	readonly code: ClaimProblem;
	/** Who has the player, or has dropped her in this run. */
	readonly teamId: TeamId | null;
	/** The winning bid, if she was won in this run. */
	readonly bid: number | null;
	/** The priorities of the claiming team and of the winning team when the player was won; earlier wins may have changed them. */
	readonly rank: number | null;
	readonly teamRank: number | null;
}

/**
 * Finds how another team got a claim's player: it bid more, it had the better priority (after equal bids, or where nobody bids),
 * or it had her before the run.
 */
export function getTakenCause(
	{ bid, rank, teamRank }: Pick<ClaimReason, "bid" | "rank" | "teamRank">,
	ownBid: number,
): "outbid" | "equalBids" | "order" | "had" {
	if (bid !== null && bid > ownBid) return "outbid";
	if (rank === null || teamRank === null) return "had";
	return bid === null ? "order" : "equalBids";
}

export interface ClaimDecision {
	readonly claim: Claim;
	/** Null if it was won. */
	readonly reason: ClaimReason | null;
	/** The moves of a claim that was won. */
	readonly moves: readonly PlayerMove[];
}

/** A league before a run. */
export interface ClaimsSituation {
	readonly squads: Squads;
	readonly context: MovesContext;
	/** The teams by priority. */
	readonly order: readonly TeamId[];
	/** How much each team can still bid; null in a league without budgets. */
	readonly budgets: ReadonlyMap<TeamId, number> | null;
	/** Finds why a team may not claim a player whom nobody owns; null if it may. */
	readonly checkPlayer: (
		playerId: PlayerId,
		teamId: TeamId,
	) => Extract<ClaimProblem, "season-over" | "player-gone" | "dropped-by-you" | "taken-back-by-you"> | null;
	/** Finds why a team may not drop one of its players; null if it may. */
	readonly checkDrop: (playerId: PlayerId) => "drop-reserved" | "drop-protected" | null;
	/** For the players in injured places. */
	readonly getStatus: (playerId: PlayerId) => PlayerStatus | undefined;
}

/** A run as far as it has come. */
interface RunState extends Pick<ClaimsSituation, "squads" | "order" | "budgets"> {
	readonly doneGroups: ReadonlySet<string>;
	readonly won: ReadonlyMap<PlayerId, Omit<ClaimReason, "code" | "rank"> & { readonly order: readonly TeamId[] }>;
}

export interface RunResult extends Pick<ClaimsSituation, "squads" | "order" | "budgets"> {
	/** In the order in which claims were tried. */
	readonly decisions: readonly ClaimDecision[];
}

const getGroupKey = ({ teamId, group }: Claim): string => `${teamId} ${group}`;

const listClaimMoves = ({ playerId, teamId, dropId }: Omit<Claim, "id" | "rank">): PlayerMove[] => [
	...(dropId === null ? [] : [{ playerId: dropId, fromTeamId: teamId, toTeamId: null }]),
	{ playerId, fromTeamId: null, toTeamId: teamId },
];

/** Finds why a team cannot drop a player for a claim; null if it can. */
function checkClaimDrop(
	{ dropId, teamId }: Pick<Claim, "dropId" | "teamId">,
	situation: ClaimsSituation,
	squads: Squads,
) {
	if (dropId === null) return null;
	if (squads.owners.get(dropId) !== teamId) return "drop-not-owned";
	return situation.context.isLocked(dropId) ? "drop-locked" : situation.checkDrop(dropId);
}

/**
 * Finds why a claim cannot succeed at present; null, with the squads after it, if it can. The same check is made when a claim is
 * saved and when it is tried.
 */
export function checkClaim(
	claim: Omit<Claim, "id" | "rank" | "group">,
	situation: ClaimsSituation,
	{ squads, budgets, won }: Pick<ClaimsSituation, "squads" | "budgets"> & Partial<Pick<RunState, "won">> = situation,
): { readonly problem: ClaimProblem } | { readonly problem: null; readonly squads: Squads } {
	const { playerId, teamId, bid } = claim;
	// A player who is dropped in a run can be claimed in the next one at the earliest.
	const isTaken = situation.squads.owners.has(playerId) || squads.owners.has(playerId) || won?.has(playerId) === true;
	const problem = situation.checkPlayer(playerId, teamId);
	if (problem === "season-over" || problem === "player-gone") return { problem };
	if (isTaken) return { problem: "player-taken" };
	if (situation.context.isLocked(playerId)) return { problem: "player-locked" };
	if (problem) return { problem };
	if (budgets && bid > (budgets.get(teamId) ?? 0)) return { problem: "over-budget" };
	const blocker = findFitPlayerInInjuredPlace(squads.injured.get(teamId), situation.getStatus);
	if (blocker !== null && blocker !== claim.dropId) return { problem: "injured-place" };
	const dropProblem = checkClaimDrop(claim, situation, squads);
	if (dropProblem) return { problem: dropProblem };
	const result = applyMoves(squads, { moves: listClaimMoves({ ...claim, group: null }) }, situation.context);
	if (result.ok) return { problem: null, squads: result.squads };
	const { code } = result.problem;
	return { problem: code === "player-unknown" ? "player-gone" : code === "player-moved" ? "player-taken" : code };
}

/**
 * Finds the claim that is tried next: the first one of the team with the best priority. With budgets it is the highest bid and,
 * of equal bids, that of the team with the better priority.
 */
function findNextClaim(untried: ReadonlySet<Claim>, order: readonly TeamId[], hasBids: boolean): Claim | undefined {
	let best: Claim | undefined;
	for (const claim of untried) {
		const difference = best
			? (hasBids ? best.bid - claim.bid : 0) ||
				order.indexOf(claim.teamId) - order.indexOf(best.teamId) ||
				claim.rank - best.rank
			: -1;
		if (difference < 0) best = claim;
	}
	return best;
}

/** Adds details to the reason of a claim that failed because of an earlier claim of the run. */
function explain(
	problem: ClaimProblem,
	{ teamId, playerId, dropId }: Claim,
	{ squads, won }: RunState,
	before: Squads,
): ClaimReason {
	const nothing = { code: problem, teamId: null, bid: null, rank: null, teamRank: null };
	if (problem === "drop-not-owned" && dropId !== null && before.owners.get(dropId) === teamId)
		return { ...nothing, code: "drop-used" };
	if (problem !== "player-taken") return nothing;
	const winner = won.get(playerId);
	if (winner?.teamId === teamId) return { ...nothing, code: "already-won" };
	const owner = squads.owners.get(playerId);
	if (owner === undefined)
		return { ...nothing, code: "dropped-in-run", teamId: winner?.teamId ?? before.owners.get(playerId) ?? null };
	if (!winner) return { ...nothing, teamId: owner };
	return {
		code: problem,
		teamId: winner.teamId,
		bid: winner.bid,
		teamRank: winner.teamRank,
		rank: winner.order.indexOf(teamId) + 1,
	};
}

/** Puts the team that won a claim at the end of the priority. */
const moveToEnd = (order: readonly TeamId[], teamId: TeamId): readonly TeamId[] => [
	...order.filter((id) => id !== teamId),
	teamId,
];

/** Lists the priority after a run in which these teams won claims, in this order. Claims that were undone must be left out. */
export const listOrderAfter = (before: readonly TeamId[], winners: readonly TeamId[]): readonly TeamId[] =>
	winners.reduce(moveToEnd, before);

/** Gives a claim's player to its team, and moves the team to the end of the priority. */
function win(state: RunState, claim: Claim, squads: Squads): RunState {
	const { teamId, playerId, bid } = claim;
	const { order, budgets } = state;
	const won = { teamId, bid: budgets ? bid : null, teamRank: order.indexOf(teamId) + 1, order };
	return {
		squads,
		order: moveToEnd(order, teamId),
		budgets: budgets && new Map(budgets).set(teamId, (budgets.get(teamId) ?? 0) - bid),
		doneGroups: claim.group === null ? state.doneGroups : new Set(state.doneGroups).add(getGroupKey(claim)),
		won: new Map(state.won).set(playerId, won),
	};
}

/**
 * Computes a waiver run (docs/game-rules.md#waiver-runs): claims are tried one after the other, each succeeds or fails with a
 * reason, and the winner of one goes to the end of the priority. Everything is checked when a claim is tried.
 */
export function runClaims(claims: readonly Claim[], situation: ClaimsSituation): RunResult {
	const decisions: ClaimDecision[] = [];
	const { squads, order, budgets } = situation;
	let state: RunState = { squads, order, budgets, doneGroups: new Set(), won: new Map() };
	const untried = new Set(claims);
	for (;;) {
		const claim = findNextClaim(untried, state.order, state.budgets !== null);
		if (!claim) return { squads: state.squads, order: state.order, budgets: state.budgets, decisions };
		untried.delete(claim);
		const isDone = claim.group !== null && state.doneGroups.has(getGroupKey(claim));
		const result = isDone ? { problem: "group-done" as const } : checkClaim(claim, situation, state);
		if (result.problem !== null) {
			decisions.push({ claim, reason: explain(result.problem, claim, state, situation.squads), moves: [] });
			continue;
		}
		decisions.push({ claim, reason: null, moves: listClaimMoves(claim) });
		state = win(state, claim, result.squads);
	}
}
