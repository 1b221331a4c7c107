import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import {
	computeLockOutlook,
	findLockWarnings,
	type LockContext,
	type LockOutlook,
	type LockWarning,
} from "@first-bounce/rules/lockout/lock-outlook";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import { isExpectedToPlay } from "@first-bounce/rules/prices/outlook";
import type { Round } from "@first-bounce/rules/round";
import { hasBye } from "@first-bounce/rules/round/squad-status";
import type { Season } from "../../../api/season-model.ts";
import { getPlayerRound } from "../../../players/team-score.ts";

interface Circumstances {
	readonly season: Season;
	readonly round: Round;
	readonly isLocked: LockCheck;
}

const prospects = ({ season, round, isLocked }: Circumstances): LockContext => ({
	rules: season.rules,
	players: season.lookup,
	isLocked,
	roundOf: (id) => getPlayerRound(season.playerById.get(id), round),
	mayPlay: (id) => {
		const entry = season.playerById.get(id);
		return entry !== undefined && isExpectedToPlay({ status: entry.status, bye: hasBye(entry.squadId, round) });
	},
	projected: (id) => season.playerById.get(id)?.stats.projectedPoints ?? 0,
});

/** What happens to the score if nothing changes before the next lock; the worst first. */
export const warnings = (lineup: Lineup, circumstances: Circumstances): readonly LockWarning[] =>
	findLockWarnings(lineup, prospects(circumstances));

/** How the team stands where nothing is to be warned of. */
export const standing = (lineup: Lineup, circumstances: Circumstances): LockOutlook =>
	computeLockOutlook(lineup, prospects(circumstances));
