import { EARLY_VICE_CAPTAIN_SHARE } from "../coach/arrange-lineup.ts";
import type { PlayerId, Points, SeasonTime } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { isScoringSlot, listBenchIds, listPlayerIds, listScoringIds, type TeamRules } from "../lineup/slots.ts";
import type { PlayerLookup } from "../player.ts";
import { DID_NOT_PLAY, type PlayerRound } from "../scoring/player-round.ts";
import { scoreLineup, type TeamScore } from "../scoring/score-lineup.ts";
import { findAvailableSwaps } from "../swaps/swap-players.ts";
import type { LockCheck } from "./locked-players.ts";

/**
 * Something to know before the next lock; most of it will cost points if nothing changes. `id` is the player concerned,
 * which is the captain in all warnings about captains except `vice-out`. `otherId` is the other of captain and vice
 * captain, or the emergency who covers.
 */
export type LockWarning =
	/** The captain is not expected to play; if she does not, the vice captain's points double. */
	| { readonly kind: "vice-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** Neither the captain nor the vice captain is expected to play. */
	| { readonly kind: "nobody-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** The vice captain is not expected to play, so nobody takes over if the captain is out. */
	| { readonly kind: "vice-out"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** The captain plays before a vice captain who is expected to score nearly as much (docs/game-rules.md#captain). */
	| { readonly kind: "vice-late"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** The vice captain has outscored the captain's projection, but her points double only if the captain does not play. */
	| { readonly kind: "vice-played"; readonly id: PlayerId; readonly otherId: PlayerId; readonly points: Points }
	/** As `vice-played`, while the vice captain's match is still on; `points` is the score that she is expected to finish with. */
	| { readonly kind: "vice-playing"; readonly id: PlayerId; readonly otherId: PlayerId; readonly points: Points }
	/** She is not expected to play, and an emergency covers her. */
	| { readonly kind: "covered"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** She is not expected to play, and nobody covers her. */
	| { readonly kind: "donut"; readonly id: PlayerId }
	/** She is on the bench and expected to play, and could be named an emergency. */
	| { readonly kind: "no-emergency"; readonly id: PlayerId };

/** The scores known so far in the current round, and the expectations for players who are still to play. */
export interface LockContext {
	readonly rules: TeamRules;
	readonly getPlayer: PlayerLookup;
	readonly isLocked: LockCheck;
	readonly getPlayerRound: (id: PlayerId) => PlayerRound;
	/** Whether a player is expected to play; false for an unknown player. */
	readonly isExpectedToPlay: (id: PlayerId) => boolean;
	/** What a player is expected to score in the round, her points so far included (docs/game-rules.md#live-projection). */
	readonly getExpectedPoints: (id: PlayerId) => Points;
	/** When her first match of the round starts; infinity if there is none. */
	readonly getStartTime: (id: PlayerId) => SeasonTime;
}

/** A player's expected state and points after the round; her score so far does not count if her match is on. */
function getExpectedRound(
	id: PlayerId,
	{ getPlayerRound, isExpectedToPlay, getExpectedPoints }: LockContext,
): PlayerRound {
	const { state } = getPlayerRound(id);
	const plays = state === "played" || (state === "to-come" && isExpectedToPlay(id));
	return plays ? { state: "played", points: getExpectedPoints(id) } : DID_NOT_PLAY;
}

export const computeExpectedScore = (lineup: Lineup, context: LockContext): TeamScore =>
	scoreLineup(
		lineup,
		(id) => getExpectedRound(id, context),
		(id) => context.getPlayer(id)?.position ?? [],
		context.rules,
	);

/** Which players of a team can still be changed, and who is expected to be doubled. */
export interface LockOutlook {
	readonly unlockedOnField: number;
	readonly unlocked: number;
	/** The player whose points are expected to double; null when nobody's are. */
	readonly doubled: PlayerId | null;
	/** Locked players on field who did not play and are not covered, so that they score 0 whatever happens. */
	readonly lost: readonly PlayerId[];
}

export function computeLockOutlook(lineup: Lineup, context: LockContext): LockOutlook {
	const { doubled, ledger } = computeExpectedScore(lineup, context);
	const isUnlocked = (id: PlayerId) => !context.isLocked(id);
	return {
		unlockedOnField: listScoringIds(lineup, context.rules).filter(isUnlocked).length,
		unlocked: listPlayerIds(lineup).filter(isUnlocked).length,
		doubled,
		lost: ledger
			.filter(
				({ slot, state, coveredBy }) =>
					isScoringSlot(slot, context.rules) && state === "did-not-play" && coveredBy === null,
			)
			.map(({ playerId }) => playerId)
			.filter((id) => !isUnlocked(id)),
	};
}

const isExpectedOut = (id: PlayerId, context: LockContext): boolean =>
	getExpectedRound(id, context).state === "did-not-play";

/**
 * Whether the manager seems to use the loop (docs/game-rules.md#captain): the captain is out, so the points of the vice
 * captain, who is playing or has played, count twice, and nobody who could still be captain is expected to score more.
 */
export function isUsingLoop(lineup: Lineup, context: LockContext): boolean {
	const { captainId, viceCaptainId } = lineup;
	const { rules, isLocked, getPlayerRound, getExpectedPoints } = context;
	if (isLocked(captainId) || !isLocked(viceCaptainId) || getPlayerRound(viceCaptainId).state !== "played") return false;
	const others = listScoringIds(lineup, rules).filter((id) => !isLocked(id) && !isExpectedOut(id, context));
	return (
		isExpectedOut(captainId, context) && others.every((id) => getExpectedPoints(id) <= getExpectedPoints(viceCaptainId))
	);
}

function findCaptainWarnings(lineup: Lineup, context: LockContext): readonly LockWarning[] {
	const { captainId, viceCaptainId } = lineup;
	const { getPlayerRound, getExpectedPoints, getPlayer, isLocked, getStartTime } = context;
	const isOut = (id: PlayerId) => isExpectedOut(id, context);
	if (context.rules.captainFactor === 1) return [];
	if (captainId === 0 || isLocked(captainId) || isUsingLoop(lineup, context)) return [];
	const pair = { id: captainId, otherId: viceCaptainId };
	if (isOut(captainId)) return [{ kind: isOut(viceCaptainId) ? "nobody-doubles" : "vice-doubles", ...pair }];
	if (!isLocked(viceCaptainId)) {
		if (isOut(viceCaptainId)) return [{ kind: "vice-out", id: viceCaptainId, otherId: captainId }];
		const isLate = getStartTime(captainId) < getStartTime(viceCaptainId);
		const isGood = getExpectedPoints(viceCaptainId) >= EARLY_VICE_CAPTAIN_SHARE * getExpectedPoints(captainId);
		return isLate && isGood ? [{ kind: "vice-late", ...pair }] : [];
	}
	const vice = getPlayerRound(viceCaptainId);
	const points = getExpectedPoints(viceCaptainId);
	if (vice.state !== "played" || !getPlayer(captainId) || points <= getExpectedPoints(captainId)) return [];
	return [{ kind: points > vice.points ? "vice-playing" : "vice-played", ...pair, points }];
}

/** A warning if the team could have one more emergency, about the best bench player for it. */
function findEmergencyWarnings(lineup: Lineup, context: LockContext): readonly LockWarning[] {
	if (lineup.emergency.length >= context.rules.emergencies) return [];
	const [best] = listPossibleEmergencies(lineup, context);
	return best === undefined ? [] : [{ kind: "no-emergency", id: best }];
}

/** Unlocked bench players who are expected to play and are not emergencies yet, the best first. */
export const listPossibleEmergencies = (lineup: Lineup, context: LockContext): readonly PlayerId[] =>
	listBenchIds(lineup)
		.filter((id) => !lineup.emergency.includes(id) && !context.isLocked(id))
		.map((id) => ({ id, ...getExpectedRound(id, context) }))
		.filter(({ state }) => state === "played")
		.toSorted((one, other) => other.points - one.points || one.id - other.id)
		.map(({ id }) => id);

/** Warnings about captains, unlocked players on field who are out, and a missing emergency, most serious first. */
export function findLockWarnings(lineup: Lineup, context: LockContext): readonly LockWarning[] {
	const { isLocked } = context;
	const { ledger } = computeExpectedScore(lineup, context);
	const isIntentional = (id: PlayerId) => id === lineup.captainId && isUsingLoop(lineup, context);
	const out = ledger.filter(
		({ slot, playerId, state }) =>
			isScoringSlot(slot, context.rules) && state === "did-not-play" && !isLocked(playerId) && !isIntentional(playerId),
	);
	const uncovered = out.filter(({ coveredBy }) => coveredBy === null);
	return [
		...findCaptainWarnings(lineup, context),
		...uncovered.map(({ playerId }): LockWarning => ({ kind: "donut", id: playerId })),
		...out.flatMap(({ playerId, coveredBy }): LockWarning[] =>
			coveredBy === null ? [] : [{ kind: "covered", id: playerId, otherId: coveredBy }],
		),
		...findEmergencyWarnings(lineup, context),
	];
}

/**
 * Finds whom to swap in for a player on field who is not expected to play: of the bench and utility players with whom a
 * swap is legal now, the one with the most expected points, then the lowest id. Null if there is none, or if she is not
 * on field.
 */
export function findSuggestedSwap(lineup: Lineup, outId: PlayerId, context: LockContext): PlayerId | null {
	const field = new Set(listScoringIds(lineup, context.rules));
	if (!field.has(outId)) return null;
	const [best] = findAvailableSwaps(lineup, outId, context, context.isLocked)
		.filter((id) => !field.has(id))
		.map((id) => ({ id, ...getExpectedRound(id, context) }))
		.filter(({ state }) => state === "played")
		.sort((one, other) => other.points - one.points || one.id - other.id);
	return best?.id ?? null;
}
