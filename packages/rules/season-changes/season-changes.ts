import type { RoundId, SeasonTime, SquadId } from "../ids.ts";
import { isSquadLocked } from "../lockout/lockout.ts";
import type { Line } from "../player.ts";
import { hasMatchStarted, hasRoundStarted, type Match, type Round } from "../round/round.ts";

/** Rules for changes in a season that has begun (docs/game-rules.md#changes-during-the-season). */

/** Positions that a player had up to and including a round. */
export interface PreviousPositions {
	readonly untilRound: RoundId;
	readonly positions: readonly Line[];
}

/** A player's positions over the season; `previous` in the order of rounds. */
export interface PositionHistory {
	readonly latest: readonly Line[];
	readonly previous: readonly PreviousPositions[];
}

export const getPositionsInRound = ({ latest, previous }: PositionHistory, roundId: RoundId): readonly Line[] =>
	previous.find(({ untilRound }) => roundId <= untilRound)?.positions ?? latest;

/**
 * The previous positions once new ones count from a round on. Those that were planned for this or a later round are dropped.
 */
export function buildPreviousPositions(history: PositionHistory, fromRound: RoundId): readonly PreviousPositions[] {
	const untilRound = fromRound - 1;
	if (untilRound < 1) return [];
	const earlier = history.previous.filter((change) => change.untilRound < untilRound);
	return [...earlier, { untilRound, positions: getPositionsInRound(history, untilRound) }];
}

/** Positions that count from a later round than the given one, in the order of rounds. */
export const listPlannedPositions = (
	{ latest, previous }: PositionHistory,
	roundId: RoundId,
): readonly { readonly fromRound: RoundId; readonly positions: readonly Line[] }[] =>
	previous.flatMap(({ untilRound }, index) =>
		untilRound < roundId ? [] : [{ fromRound: untilRound + 1, positions: previous[index + 1]?.positions ?? latest }],
	);

/** The last round that has begun, by status or by season time; 0 before the first. */
export const getLastBegunRoundId = (rounds: readonly Round[], now: SeasonTime): RoundId =>
	rounds.findLast((round) => hasRoundStarted(round, now))?.id ?? 0;

/** The round from which new positions and new players count by default: the first that has not begun. Null after the last. */
export function getNextOpenRoundId(rounds: readonly Round[], now: SeasonTime): RoundId | null {
	const lastBegun = getLastBegunRoundId(rounds, now);
	return rounds.find(({ id }) => id > lastBegun)?.id ?? null;
}

/** Whether a player may not change between these clubs, because one of them is locked. */
export const isClubChangeLocked = (squads: readonly SquadId[], rounds: readonly Round[], now: SeasonTime): boolean =>
	squads.some((squadId) => rounds.some((round) => isSquadLocked(squadId, round, now)));

/** Whether a match keeps its round, start and clubs, because its players are locked. */
export const isFixtureChangeLocked = (match: Match, now: SeasonTime): boolean => hasMatchStarted(match, now);

const HOUR_MS = 3_600_000;
const MAX_START_AGE_MS = 12 * HOUR_MS;
const MAX_START_LEAD_MS = 365 * 24 * HOUR_MS;

/** Finds a start that is probably a typo, with which the players would lock at once or never. */
export function findImplausibleStart(
	startsAt: SeasonTime,
	now: SeasonTime,
): "start-long-ago" | "start-far-ahead" | null {
	if (startsAt < now - MAX_START_AGE_MS) return "start-long-ago";
	return startsAt > now + MAX_START_LEAD_MS ? "start-far-ahead" : null;
}
