import type { PlayerId, TeamId } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";
import { findFitPlayerInInjuredPlace } from "./injured-place.ts";
import { applyMoves, type MovesContext, type PlayerMove, type Squads } from "./squad-moves.ts";

export const WAIVER_PRIORITIES = ["rolling", "reverse-ladder", "budget"] as const;

/**
 * Why a claim fails. `dropped-by-you`: the claiming team dropped her since the last run. `taken-back-by-you`: it took her from another
 * team since then, by an undo or a correction.
 */
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
	/** The order in which a team wants its own claims tried: 1 for its first. */
	readonly ownPriority: number;
}

/** Why a claim failed, with the details that its team is shown. */
export interface ClaimFailure {
	readonly code: ClaimProblem;
	/** Who has the player, or has dropped her in this run. */
	readonly teamId: TeamId | null;
	/** The winning bid, if she was won in this run. */
	readonly bid: number | null;
	/** The place of the claiming team in the waiver order when the player was won; earlier wins may have changed it. */
	readonly rank: number | null;
	/** The place of the winning team in the same order. */
	readonly teamRank: number | null;
}

/**
 * Finds how another team got a claim's player: it bid more, it came earlier in the waiver order (after equal bids, or where nobody bids),
 * or it owned her before the run.
 */
export function getTakenCause(
	{ bid, rank, teamRank }: Pick<ClaimFailure, "bid" | "rank" | "teamRank">,
	ownBid: number,
): "outbid" | "equalBids" | "order" | "had" {
	if (bid !== null && bid > ownBid) return "outbid";
	if (rank === null || teamRank === null) return "had";
	return bid === null ? "order" : "equalBids";
}

export interface ClaimDecision {
	readonly claim: Claim;
	/** Null for a claim that was won. */
	readonly reason: ClaimFailure | null;
	/** The moves of a claim that was won. */
	readonly moves: readonly PlayerMove[];
}

/** A league before a run. */
export interface ClaimsSituation {
	readonly squads: Squads;
	readonly context: MovesContext;
	/** The teams by waiver priority: the first of equal claims is that of the first team. */
	readonly waiverOrder: readonly TeamId[];
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
interface RunState extends Pick<ClaimsSituation, "squads" | "waiverOrder" | "budgets"> {
	readonly doneGroups: ReadonlySet<string>;
	readonly won: ReadonlyMap<PlayerId, WonClaim>;
}

/** Who won a player in this run, which explains why later claims for her fail. */
interface WonClaim {
	readonly teamId: TeamId;
	/** Null in a league without budgets. */
	readonly bid: number | null;
	/** The waiver order when she was won. */
	readonly waiverOrder: readonly TeamId[];
}

export interface RunResult extends Pick<ClaimsSituation, "squads" | "waiverOrder" | "budgets"> {
	/** In the order in which claims were tried. */
	readonly decisions: readonly ClaimDecision[];
}

const getGroupKey = ({ teamId, group }: Claim): string => `${teamId} ${group}`;

const listClaimMoves = ({ playerId, teamId, dropId }: Pick<Claim, "playerId" | "teamId" | "dropId">): PlayerMove[] => [
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
	claim: Omit<Claim, "id" | "ownPriority" | "group">,
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
	const result = applyMoves(squads, { moves: listClaimMoves(claim) }, situation.context);
	if (result.ok) return { problem: null, squads: result.squads };
	const { code } = result.problem;
	return { problem: code === "player-unknown" ? "player-gone" : code === "player-moved" ? "player-taken" : code };
}

/**
 * Finds the claim that is tried next: the first one of the team that comes first in the waiver order. With budgets it is the highest
 * bid and, of equal bids, that of the team that comes first.
 */
function findNextClaim(
	untried: ReadonlySet<Claim>,
	{ waiverOrder, budgets }: Pick<RunState, "waiverOrder" | "budgets">,
): Claim | undefined {
	let best: Claim | undefined;
	for (const claim of untried) {
		const difference = best
			? (budgets ? best.bid - claim.bid : 0) ||
				waiverOrder.indexOf(claim.teamId) - waiverOrder.indexOf(best.teamId) ||
				claim.ownPriority - best.ownPriority
			: -1;
		if (difference < 0) best = claim;
	}
	return best;
}

/** Builds why a claim failed, with details if an earlier claim of the run is the cause. */
function buildFailure(
	problem: ClaimProblem,
	{ teamId, playerId, dropId }: Claim,
	{ squads, won }: RunState,
	before: Squads,
): ClaimFailure {
	const withoutDetails = { code: problem, teamId: null, bid: null, rank: null, teamRank: null };
	if (problem === "drop-not-owned" && dropId !== null && before.owners.get(dropId) === teamId)
		return { ...withoutDetails, code: "drop-used" };
	if (problem !== "player-taken") return withoutDetails;
	const winner = won.get(playerId);
	if (winner?.teamId === teamId) return { ...withoutDetails, code: "already-won" };
	const owner = squads.owners.get(playerId);
	if (owner === undefined)
		return { ...withoutDetails, code: "dropped-in-run", teamId: winner?.teamId ?? before.owners.get(playerId) ?? null };
	if (!winner) return { ...withoutDetails, teamId: owner };
	return {
		code: problem,
		teamId: winner.teamId,
		bid: winner.bid,
		teamRank: winner.waiverOrder.indexOf(winner.teamId) + 1,
		rank: winner.waiverOrder.indexOf(teamId) + 1,
	};
}

/** Puts the team that won a claim at the end of the waiver order. */
const moveToEnd = (waiverOrder: readonly TeamId[], teamId: TeamId): readonly TeamId[] => [
	...waiverOrder.filter((id) => id !== teamId),
	teamId,
];

/** Lists the waiver order after a run in which `winners` won claims, in this order. Claims that were undone must be left out. */
export const listWaiverOrderAfter = (before: readonly TeamId[], winners: readonly TeamId[]): readonly TeamId[] =>
	winners.reduce(moveToEnd, before);

/** Gives a claim's player to its team, and moves the team to the end of the waiver order. */
function applyWin(state: RunState, claim: Claim, squads: Squads): RunState {
	const { teamId, playerId, bid } = claim;
	const { waiverOrder, budgets } = state;
	return {
		squads,
		waiverOrder: moveToEnd(waiverOrder, teamId),
		budgets: budgets && new Map(budgets).set(teamId, (budgets.get(teamId) ?? 0) - bid),
		doneGroups: claim.group === null ? state.doneGroups : new Set(state.doneGroups).add(getGroupKey(claim)),
		won: new Map(state.won).set(playerId, { teamId, bid: budgets ? bid : null, waiverOrder }),
	};
}

/**
 * Computes a waiver run (docs/game-rules.md#waiver-runs): claims are tried one after the other, each succeeds or fails with a
 * reason, and the winner of a claim goes to the end of the waiver order. Everything is checked when a claim is tried.
 */
export function runClaims(claims: readonly Claim[], situation: ClaimsSituation): RunResult {
	const decisions: ClaimDecision[] = [];
	const { squads, waiverOrder, budgets } = situation;
	let state: RunState = { squads, waiverOrder, budgets, doneGroups: new Set(), won: new Map() };
	const untried = new Set(claims);
	for (;;) {
		const claim = findNextClaim(untried, state);
		if (!claim) return { squads: state.squads, waiverOrder: state.waiverOrder, budgets: state.budgets, decisions };
		untried.delete(claim);
		const isDone = claim.group !== null && state.doneGroups.has(getGroupKey(claim));
		const result = isDone ? { problem: "group-done" as const } : checkClaim(claim, situation, state);
		if (result.problem !== null) {
			decisions.push({ claim, reason: buildFailure(result.problem, claim, state, situation.squads), moves: [] });
			continue;
		}
		decisions.push({ claim, reason: null, moves: listClaimMoves(claim) });
		state = applyWin(state, claim, result.squads);
	}
}
