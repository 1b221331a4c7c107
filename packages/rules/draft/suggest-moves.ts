import { getLineSet } from "../coach/coach-player.ts";
import type { PlayerId, Points } from "../ids.ts";
import { sum } from "../numbers.ts";
import { countUnplaced } from "./complete-squads.ts";
import {
	countRounds,
	createLineupPoints,
	type ExpectedPlayer,
	replacePlayers,
	sortForRound,
} from "./expected-points.ts";
import { getSquadSize, type SquadRules } from "./squad-rules.ts";
import { computeCombinedRange } from "./trade-effect.ts";

/** A player whom the coach would claim or add, and whom it would drop for her; null for nobody. */
export interface SuggestedMove {
	readonly addId: PlayerId;
	readonly dropId: PlayerId | null;
	/** What the best line-up of the next round gains. */
	readonly roundGain: Points;
	/** What the best line-ups of all rounds that are left gain. */
	readonly restGain: Points;
	/** ± around the gains, in four of five cases: the 80 % range of the projections of the two players combined. */
	readonly range: Points;
	/**
	 * Why: the squad has a place; who leaves is not expected to play in the next round; her position is needed; or she is
	 * expected to score more.
	 */
	readonly reason: "room" | "out" | "position" | "better";
}

/** Moves that add less are not worth a claim. */
const MIN_GAIN: Points = 2;
/** How many players of the same positions are considered. */
const MAX_ALIKE = 8;
/** The value of a point that a player is expected to score, but for whom the line-up has no place: she may be needed. */
const SPARE_WEIGHT = 0.05;

interface Situation {
	/** Those who need a place, so without one in the injured place. */
	readonly squad: readonly ExpectedPlayer[];
	readonly free: readonly ExpectedPlayer[];
	readonly rules: SquadRules;
	/** Whether a player of the squad may be dropped. */
	readonly mayDrop: (id: PlayerId) => boolean;
}

const getTotal = ({ pointsByRound }: ExpectedPlayer): Points => sum(pointsByRound);

/** Lists the free players who can be the best answer. The others score less than several players with the same positions. */
function listCandidates(free: readonly ExpectedPlayer[]): readonly ExpectedPlayer[] {
	const byLines = Map.groupBy(free, getLineSet);
	return [...byLines.values()].flatMap((alike) => {
		const take = (getPoints: (player: ExpectedPlayer) => Points) =>
			alike.toSorted((a, b) => getPoints(b) - getPoints(a) || a.id - b.id).slice(0, MAX_ALIKE);
		return [...new Set([...take(getTotal), ...take(({ pointsByRound }) => pointsByRound[0] ?? 0)])];
	});
}

/** Returns a check of whether the squad has a place for everybody after a move. Players of the same positions are alike. */
function createPlaceCheck(squad: readonly ExpectedPlayer[], rules: SquadRules) {
	const unplaced = countUnplaced(squad, rules);
	const results = new Map<string, boolean>();
	return (add: ExpectedPlayer, drop: ExpectedPlayer | null): boolean => {
		const key = `${getLineSet(add)} ${drop ? getLineSet(drop) : "nobody"}`;
		const after = replacePlayers(squad, [drop?.id ?? null], [add]);
		const fits = results.get(key) ?? (after.length <= getSquadSize(rules) && countUnplaced(after, rules) <= unplaced);
		results.set(key, fits);
		return fits;
	};
}

/** Yields a squad as it is after a move. Like `bestFirst`, it is sorted for the round. */
function* insertPlayer(
	bestFirst: readonly ExpectedPlayer[],
	add: ExpectedPlayer,
	drop: ExpectedPlayer | null,
	round: number,
): Generator<ExpectedPlayer> {
	const points = add.pointsByRound[round] ?? 0;
	let isIn = false;
	for (const player of bestFirst) {
		if (!isIn && (player.pointsByRound[round] ?? 0) < points) {
			isIn = true;
			yield add;
		}
		if (player !== drop) yield player;
	}
	if (!isIn) yield add;
}

function findReason(add: ExpectedPlayer, drop: ExpectedPlayer | null): SuggestedMove["reason"] {
	if (drop === null) return "room";
	if ((drop.pointsByRound[0] ?? 0) === 0 && (add.pointsByRound[0] ?? 0) > 0) return "out";
	return getTotal(add) > getTotal(drop) ? "better" : "position";
}

/** Finds the move that gains most over the rest of the season; null if none is worth it. */
function findBestMove({ squad, free, rules, mayDrop }: Situation): SuggestedMove | null {
	const rounds = Math.max(countRounds(squad), countRounds(free));
	const getPoints = createLineupPoints([...squad, ...free], rules);
	const orders = Array.from({ length: rounds }, (_, round) => sortForRound(squad, round));
	const before = orders.map((order, round) => getPoints(order, round));
	const hasPlace = createPlaceCheck(squad, rules);
	const drops = [null, ...squad.filter(({ id }) => mayDrop(id))];
	let best: { readonly move: SuggestedMove; readonly value: number } | null = null;
	for (const add of listCandidates(free)) {
		for (const drop of drops) {
			if (!hasPlace(add, drop)) continue;
			const gains = orders.map(
				(order, round) => getPoints(insertPlayer(order, add, drop, round), round) - (before[round] ?? 0),
			);
			const restGain = sum(gains);
			const value = restGain + SPARE_WEIGHT * (getTotal(add) - (drop ? getTotal(drop) : 0));
			if (restGain < MIN_GAIN || (best && value <= best.value)) continue;
			const range = computeCombinedRange(drop ? [add, drop] : [add]);
			const reason = findReason(add, drop);
			const move = { addId: add.id, dropId: drop?.id ?? null, roundGain: gains[0] ?? 0, restGain, range, reason };
			best = { move, value };
		}
	}
	return best?.move ?? null;
}

/**
 * Suggests whom a team could claim or add, and whom to drop for her (docs/game-rules.md#the-coach-of-draft-teams): the move that
 * gains most, and then what gains most after it.
 */
export function suggestMoves(situation: Situation, maxMoves: number): readonly SuggestedMove[] {
	const moves: SuggestedMove[] = [];
	let { squad, free } = situation;
	while (moves.length < maxMoves) {
		const move = findBestMove({ ...situation, squad, free });
		if (!move) break;
		moves.push(move);
		const added = free.filter(({ id }) => id === move.addId);
		squad = replacePlayers(squad, [move.dropId], added);
		free = free.filter(({ id }) => id !== move.addId);
	}
	return moves;
}
