import type { PlayerId, Points } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listFieldIds, listPlayerIds } from "../lineup/slots.ts";
import type { PlayerLookup } from "../player.ts";
import { DID_NOT_PLAY, type PlayerRound } from "../scoring/player-round.ts";
import { scoreLineup, type TeamScore } from "../scoring/score-lineup.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { findAvailableSwaps } from "../swaps/swap-players.ts";
import type { LockCheck } from "./team-locks.ts";

/** A threat to the score if nothing changes before the next lock; `id` is the player concerned. */
export type LockWarning =
	/** The captain is not expected to play; the vice captain doubles only if the captain really does not. */
	| { readonly kind: "vice-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** Neither is expected to play. */
	| { readonly kind: "nobody-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** The vice captain's known score is above the captain's projection, and doubles only if the captain does not play. */
	| { readonly kind: "vice-played"; readonly id: PlayerId; readonly otherId: PlayerId; readonly points: Points }
	/** She is not expected to play, and an emergency covers her. */
	| { readonly kind: "covered"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** She is not expected to play, and nobody covers her. */
	| { readonly kind: "donut"; readonly id: PlayerId };

/** What is known and expected of every player in the current round. */
export interface LockContext {
	readonly rules: SeasonRules;
	readonly players: PlayerLookup;
	readonly isLocked: LockCheck;
	readonly roundOf: (id: PlayerId) => PlayerRound;
	/** Whether a player is expected to play; false for an unknown player. */
	readonly mayPlay: (id: PlayerId) => boolean;
	readonly projected: (id: PlayerId) => Points;
}

/** A player's known round, else one in which she scores as projected or does not play. */
function getExpectedRound(id: PlayerId, { roundOf, mayPlay, projected }: LockContext): PlayerRound {
	const known = roundOf(id);
	if (known.state !== "to-come") return known;
	return mayPlay(id) ? { state: "played", points: projected(id) } : DID_NOT_PLAY;
}

/** The team's score in the round by what is known and expected. */
const computeExpectedScore = (lineup: Lineup, prospects: LockContext): TeamScore =>
	scoreLineup(
		lineup,
		(id) => getExpectedRound(id, prospects),
		(id) => prospects.players(id)?.position ?? [],
		prospects.rules,
	);

/** The state of a team during a round's locks. */
export interface LockOutlook {
	/** Number of unlocked players: on field, and in all slots. */
	readonly openOnField: number;
	readonly open: number;
	/** The player whose points are expected to double; null when nobody's are. */
	readonly doubled: PlayerId | null;
	/** Locked players on field who did not play and are not covered, so that they score 0 whatever happens. */
	readonly lost: readonly PlayerId[];
}

/** The lock outlook of a team, for when there is nothing left to warn about. */
export function computeLockOutlook(lineup: Lineup, prospects: LockContext): LockOutlook {
	const { doubled, ledger } = computeExpectedScore(lineup, prospects);
	const isOpen = (id: PlayerId) => !prospects.isLocked(id);
	return {
		openOnField: listFieldIds(lineup).filter(isOpen).length,
		open: listPlayerIds(lineup).filter(isOpen).length,
		doubled,
		lost: ledger
			.filter(({ slot, state, coveredBy }) => slot.area === "field" && state === "did-not-play" && coveredBy === null)
			.map(({ playerId }) => playerId)
			.filter((id) => !isOpen(id)),
	};
}

function findCaptainWarnings(
	{ captainId, viceCaptainId }: Lineup,
	{ roundOf, projected, players, isLocked }: LockContext,
	isOut: (id: PlayerId) => boolean,
): readonly LockWarning[] {
	if (captainId === 0 || isLocked(captainId)) return [];
	const pair = { id: captainId, otherId: viceCaptainId };
	if (isOut(captainId)) return [{ kind: isOut(viceCaptainId) ? "nobody-doubles" : "vice-doubles", ...pair }];
	const vice = roundOf(viceCaptainId);
	if (vice.state !== "played" || !players(captainId) || vice.points <= projected(captainId)) return [];
	return [{ kind: "vice-played", ...pair, points: vice.points }];
}

/** Warnings about the captain and about players who will not score, the worst first, before a lock makes them final. */
export function findLockWarnings(lineup: Lineup, prospects: LockContext): readonly LockWarning[] {
	const { isLocked } = prospects;
	const isOut = (id: PlayerId) => getExpectedRound(id, prospects).state === "did-not-play";
	const { ledger } = computeExpectedScore(lineup, prospects);
	const out = ledger.filter(
		({ slot, playerId, state }) => slot.area === "field" && state === "did-not-play" && !isLocked(playerId),
	);
	const donuts = out.filter(({ coveredBy }) => coveredBy === null);
	return [
		...findCaptainWarnings(lineup, prospects, isOut),
		...donuts.map(({ playerId }): LockWarning => ({ kind: "donut", id: playerId })),
		...out.flatMap(({ playerId, coveredBy }): LockWarning[] =>
			coveredBy === null ? [] : [{ kind: "covered", id: playerId, otherId: coveredBy }],
		),
	];
}

/**
 * The best swap for a player on field who is not expected to play: the bench or utility player with the most expected
 * points, then the lowest id, among those with whom a swap is legal now. Null if there is none or she is not on field.
 */
export function findSuggestedSwap(lineup: Lineup, outId: PlayerId, prospects: LockContext): PlayerId | null {
	const field = new Set(listFieldIds(lineup));
	if (!field.has(outId)) return null;
	const [best] = findAvailableSwaps(lineup, outId, prospects, prospects.isLocked)
		.filter((id) => !field.has(id))
		.map((id) => ({ id, ...getExpectedRound(id, prospects) }))
		.filter(({ state }) => state === "played")
		.sort((one, other) => other.points - one.points || one.id - other.id);
	return best?.id ?? null;
}
