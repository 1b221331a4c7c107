import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { playerIds } from "@first-bounce/rules/lineup/slots";
import { firstLockAt } from "@first-bounce/rules/lockout/lockout";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import type { Round } from "@first-bounce/rules/round";
import { matchesOf } from "@first-bounce/rules/round/squad-status";
import type { Season } from "../../../api/season-model.ts";

interface OwnLock {
	readonly at: SeasonTime;
	/** The first of those whom it locks, and how many more there are. */
	readonly name: string;
	readonly others: number;
}

interface Circumstances {
	readonly round: Round;
	readonly now: SeasonTime;
	readonly isLocked: LockCheck;
}

/** The next moment that locks somebody of this team: her first match, or the round's first when she has a bye. */
export function nextOwnLock(lineup: Lineup, season: Season, { round, now, isLocked }: Circumstances): OwnLock | null {
	const waiting = playerIds(lineup).flatMap((id) => {
		const player = season.lookup(id);
		if (!player || isLocked(id)) return [];
		const starts = matchesOf(player.squadId, round).map(({ startsAt }) => startsAt);
		const at = starts.length > 0 ? Math.min(...starts) : firstLockAt(round);
		return at === null || at <= now ? [] : [{ at, name: player.name }];
	});
	const at = Math.min(...waiting.map((each) => each.at));
	const [first, ...others] = waiting.filter((each) => each.at === at);
	return first ? { ...first, others: others.length } : null;
}
