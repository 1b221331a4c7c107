import type { PlayerId, RoundId, SquadId } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";
import { isExpectedToPlay } from "../prices/price-projection.ts";
import { hasBye, type Round } from "./round.ts";

/** What is known of a player before a round. */
export interface PlayerAvailability {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly status: PlayerStatus;
	/** The last round in which she took the field; null if there is none. */
	readonly lastPlayed: RoundId | null;
}

/** The squads whose team for the round is out: some of their players are named. */
export const listAnnouncedSquads = (
	players: Iterable<Pick<PlayerAvailability, "squadId" | "status">>,
): ReadonlySet<SquadId> =>
	new Set([...players].filter(({ status }) => status === "playing").map(({ squadId }) => squadId));

/**
 * Whether a player may take the field in a round, as far as is known: no bye, neither injured nor left out nor only an
 * emergency of her club, and named once her squad's team is out.
 */
export const mayPlayRound = (
	{ squadId, status }: Pick<PlayerAvailability, "squadId" | "status">,
	round: Round,
	announcedSquads: ReadonlySet<SquadId>,
): boolean =>
	isExpectedToPlay({ status, bye: hasBye(squadId, round) }) &&
	(announcedSquads.has(squadId) ? status === "playing" : status !== "emergency");

/**
 * The players who are likely to play in a round (docs/game-rules.md#likely-to-play): those in their squad's team once
 * it is named; before that everyone available who played in their squad's last match, or everyone available if it had
 * none.
 */
export function findLikelyPlayers(players: readonly PlayerAvailability[], round: Round): ReadonlySet<PlayerId> {
	const namedSquads = listAnnouncedSquads(players);
	const lastRounds = new Map<SquadId, RoundId>();
	for (const { squadId, lastPlayed } of players)
		if (lastPlayed !== null) lastRounds.set(squadId, Math.max(lastPlayed, lastRounds.get(squadId) ?? 0));
	const isLikely = ({ squadId, status, lastPlayed }: PlayerAvailability): boolean => {
		if (!isExpectedToPlay({ status, bye: hasBye(squadId, round) })) return false;
		if (namedSquads.has(squadId)) return status === "playing";
		return lastPlayed === (lastRounds.get(squadId) ?? null);
	};
	return new Set(players.filter(isLikely).map(({ id }) => id));
}
