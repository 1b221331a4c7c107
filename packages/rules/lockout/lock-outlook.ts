import type { PlayerId, Points } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listFieldIds, listPlayerIds } from "../lineup/slots.ts";
import type { PlayerLookup } from "../player.ts";
import { DID_NOT_PLAY, type PlayerRound } from "../scoring/player-round.ts";
import { scoreLineup, type TeamScore } from "../scoring/score-lineup.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { findAvailableSwaps } from "../swaps/swap-players.ts";
import type { LockCheck } from "./team-locks.ts";

/** What happens to the score if nothing changes before the next lock; `id` is whom it is about. */
export type LockWarning =
	/** The captain will not play: the vice captain doubles, but only if the captain really does not. */
	| { readonly kind: "vice-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** Neither will play. */
	| { readonly kind: "nobody-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** The captain may be left out: the vice captain's score is known and would count only then. */
	| { readonly kind: "vice-played"; readonly id: PlayerId; readonly otherId: PlayerId; readonly points: Points }
	/** She will not play, and an emergency comes in. */
	| { readonly kind: "covered"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** She will not play, and nobody covers her: a donut. */
	| { readonly kind: "donut"; readonly id: PlayerId };

/** What is known and expected of everybody in the round at hand. */
export interface LockContext {
	readonly rules: SeasonRules;
	readonly players: PlayerLookup;
	readonly isLocked: LockCheck;
	readonly roundOf: (id: PlayerId) => PlayerRound;
	/** Whether she counts on playing (`isExpectedToPlay`); false for somebody unknown. */
	readonly mayPlay: (id: PlayerId) => boolean;
	readonly projected: (id: PlayerId) => Points;
}

/** What is to be expected of a player: what is known, else that she plays as projected or not at all. */
function getExpectedRound(id: PlayerId, { roundOf, mayPlay, projected }: LockContext): PlayerRound {
	const known = roundOf(id);
	if (known.state !== "to-come") return known;
	return mayPlay(id) ? { state: "played", points: projected(id) } : DID_NOT_PLAY;
}

/** The round's score by what is known and expected. */
const computeExpectedScore = (lineup: Lineup, prospects: LockContext): TeamScore =>
	scoreLineup(
		lineup,
		(id) => getExpectedRound(id, prospects),
		(id) => prospects.players(id)?.position ?? [],
		prospects.rules,
	);

/** How a team stands while locks fall. */
export interface LockOutlook {
	/** Whom locks have not reached: on field, and in all places. */
	readonly openOnField: number;
	readonly open: number;
	/** Whose points double by what is known and expected; null when nobody's do. */
	readonly doubled: PlayerId | null;
	/** On field and locked, without having played and with nobody to cover her: 0 whatever happens. */
	readonly lost: readonly PlayerId[];
}

/** What is true of a team where nothing is left to warn of: with everybody locked, nobody is "expected" to play. */
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

/** The captain's trap and the empty places of the score, said before a lock makes them final; the worst first. */
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
 * Who might best take the place of a player on field who will not play: of the bench and the utility, among those with
 * whom a swap is legal now and who are to play, the one with most points to expect, then the lowest id. Null where
 * nobody is, or she is not on field.
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
