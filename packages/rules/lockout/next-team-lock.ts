import type { PlayerId, SeasonTime } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import type { PlayerLookup } from "../player.ts";
import { listSquadMatches, type Round } from "../round/round.ts";
import type { LockCheck } from "./locked-players.ts";
import { getFirstLockTime } from "./lockout.ts";

export interface TeamLock {
	readonly at: SeasonTime;
	/** At least one, in the line-up's order. */
	readonly playerIds: readonly PlayerId[];
}

interface TeamLockContext {
	readonly getPlayer: PlayerLookup;
	readonly round: Round;
	readonly now: SeasonTime;
	readonly isLocked: LockCheck;
}

/** When players of the team lock next: at their first match or, with a bye, at the round's; null if none will. */
export function findNextTeamLock(
	lineup: Lineup,
	{ getPlayer, round, now, isLocked }: TeamLockContext,
): TeamLock | null {
	const unlocked = listPlayerIds(lineup).flatMap((id) => {
		const player = getPlayer(id);
		if (!player || isLocked(id)) return [];
		const starts = listSquadMatches(player.squadId, round).map(({ startsAt }) => startsAt);
		const at = starts.length > 0 ? Math.min(...starts) : getFirstLockTime(round);
		return at === null || at <= now ? [] : [{ at, id }];
	});
	if (unlocked.length === 0) return null;
	const at = Math.min(...unlocked.map((lock) => lock.at));
	return { at, playerIds: unlocked.filter((lock) => lock.at === at).map(({ id }) => id) };
}
