import type { PlayerId, Points } from "../ids.ts";
import type { Lineup, Slot } from "../lineup/lineup.ts";
import {
	canFill,
	isSameSlot,
	isScoringSlot,
	listFieldIds,
	listSlotIds,
	listSlots,
	replaceSlotIds,
	type TeamShape,
} from "../lineup/slots.ts";
import type { Line } from "../player.ts";
import type { PlayerRound } from "../scoring/player-round.ts";
import { type ScoreEntry, scoreLineup, type TeamScore } from "../scoring/score-lineup.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

interface PlayerPoints {
	readonly playerId: PlayerId;
	readonly points: Points;
}

/** The points that the captaincy added to a score, and those that it could have added. */
interface CaptainDecision {
	/** Whose points were doubled; null if neither captain nor vice captain played. */
	readonly playerId: PlayerId | null;
	/** Points added by doubling. */
	readonly added: Points;
	/** The player who scored most on field; of equal players, the doubled one. Null if nobody on field played. */
	readonly best: PlayerPoints | null;
	/** How many more points doubling the best player on field would have added; never below 0. */
	readonly missed: Points;
	/** The player who scored most on field apart from the doubled one; null if there is none. */
	readonly nextBestId: PlayerId | null;
	/** How many more points the doubled player added than the next best would have; 0 unless she scored most. */
	readonly lead: Points;
}

/** One player instead of another, and the points that this added or would have added. */
interface Replacement {
	readonly inId: PlayerId;
	readonly outId: PlayerId;
	readonly points: Points;
}

/** The points that the bench added to a score, and those that were left on it. */
interface BenchDecision {
	/** Players on the bench and in the utility slot who played and did not count, most points first. */
	readonly left: readonly PlayerPoints[];
	readonly leftPoints: Points;
	/** Emergencies who covered, with their points. */
	readonly covers: readonly Replacement[];
	/** The legal swap with a player on field that would have added most; null if none would have added anything. */
	readonly missedSwap: Replacement | null;
}

/** The decisions that made a team's score in a finished round. */
export interface RoundDecisions {
	readonly points: Points;
	readonly captain: CaptainDecision;
	readonly bench: BenchDecision;
}

/** A team and a finished round. The functions have the same meaning as in `scoreLineup`. */
interface DecisionContext {
	readonly team: Lineup;
	readonly getPlayerRound: (id: PlayerId) => PlayerRound;
	readonly getPositions: (id: PlayerId) => readonly Line[];
	readonly rules: TeamShape & Pick<SeasonRules, "captainFactor">;
}

/** Whether a player of the bench or the utility played and did not count. */
const isLeftOnBench = ({ slot, factor, state }: ScoreEntry): boolean =>
	slot.area !== "field" && factor === 0 && state === "played";

const compareByPoints = (one: PlayerPoints, other: PlayerPoints) =>
	other.points - one.points || one.playerId - other.playerId;

function computeCaptainDecision({ ledger, doubled }: TeamScore, rules: DecisionContext["rules"]) {
	const playedEntries = ledger
		.filter(({ slot, state }) => isScoringSlot(slot, rules) && state === "played")
		.map(({ playerId, points }) => ({ playerId, points }))
		.toSorted(compareByPoints);
	const captain = playedEntries.find(({ playerId }) => playerId === doubled);
	const best = captain && captain.points === playedEntries[0]?.points ? captain : (playedEntries[0] ?? null);
	const nextBest = playedEntries.find(({ playerId }) => playerId !== doubled) ?? null;
	const getBonus = (player: PlayerPoints | null | undefined) => (player?.points ?? 0) * (rules.captainFactor - 1);
	const added = getBonus(captain);
	return {
		playerId: doubled,
		added,
		best,
		missed: Math.max(0, getBonus(best) - added),
		nextBestId: nextBest?.playerId ?? null,
		lead: Math.max(0, added - getBonus(nextBest)),
	};
}

/**
 * Every legal swap of a bench or utility player who did not count with a player on field, and the points that it would
 * have added; negative if it would have cost points. Swaps with captain and vice captain are left out, because they
 * would also change who has the role.
 */
function listSwaps({ team, getPlayerRound, getPositions, rules }: DecisionContext, { points, ledger }: TeamScore) {
	const slots = listSlots(rules);
	const ids = listSlotIds(team, rules);
	const fits = (playerId: PlayerId, slot: Slot) => canFill({ position: getPositions(playerId) }, slot);
	const left = ledger.filter(isLeftOnBench);
	const replaceable = ledger.filter(
		({ slot, playerId }) => slot.area === "field" && playerId !== team.captainId && playerId !== team.viceCaptainId,
	);
	return left.flatMap((benched) =>
		replaceable
			.filter(({ slot, playerId }) => fits(benched.playerId, slot) && fits(playerId, benched.slot))
			.map((onField): Replacement => {
				const swapped = ids.map((id, index) => {
					const slot = slots[index];
					if (slot && isSameSlot(slot, benched.slot)) return onField.playerId;
					return slot && isSameSlot(slot, onField.slot) ? benched.playerId : id;
				});
				const score = scoreLineup(replaceSlotIds(team, swapped, rules), getPlayerRound, getPositions, rules);
				return { inId: benched.playerId, outId: onField.playerId, points: score.points - points };
			}),
	);
}

function computeBenchDecision(context: DecisionContext, score: TeamScore): BenchDecision {
	const { ledger, substitutions } = score;
	const counted = new Map(ledger.map((entry) => [entry.playerId, entry.counted]));
	const left = ledger
		.filter(isLeftOnBench)
		.map(({ playerId, points }) => ({ playerId, points }))
		.toSorted(compareByPoints);
	const [swap] = listSwaps(context, score).toSorted(
		(a, b) => b.points - a.points || a.inId - b.inId || a.outId - b.outId,
	);
	return {
		left,
		leftPoints: left.reduce((sum, { points }) => sum + points, 0),
		covers: substitutions.map((cover) => ({
			inId: cover.in,
			outId: cover.out,
			points: counted.get(cover.in) ?? 0,
		})),
		missedSwap: swap && swap.points > 0 ? swap : null,
	};
}

/** The decisions that made a team's score in a finished round. */
export function computeRoundDecisions(context: DecisionContext): RoundDecisions {
	const { team, getPlayerRound, getPositions, rules } = context;
	const score = scoreLineup(team, getPlayerRound, getPositions, rules);
	return {
		points: score.points,
		captain: computeCaptainDecision(score, rules),
		bench: computeBenchDecision(context, score),
	};
}

/** The projected score of a team: the projected points of its players on field, with the captain's doubled. Rounded. */
export function computeProjectedScore(
	team: Lineup,
	getProjection: (id: PlayerId) => Points,
	{ captainFactor }: Pick<SeasonRules, "captainFactor">,
): Points {
	const onField = listFieldIds(team).reduce((sum, id) => sum + getProjection(id), 0);
	return Math.round(onField + getProjection(team.captainId) * (captainFactor - 1));
}
