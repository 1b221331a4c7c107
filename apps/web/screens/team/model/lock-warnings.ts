import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { LockCheck } from "@first-bounce/rules/lockout/lock-check";
import {
	computeLockOutlook,
	findLockWarnings,
	type LockContext,
	type LockOutlook,
	type LockWarning,
} from "@first-bounce/rules/lockout/lock-outlook";
import { isExpectedToPlay } from "@first-bounce/rules/prices/price-projection";
import { hasBye, type Round } from "@first-bounce/rules/round/round";
import type { Season } from "../../../api/season-model.ts";
import { getExpectedPoints, getPlayerRound } from "../../../players/team-score.ts";

interface WarningContext {
	readonly season: Season;
	readonly round: Round;
	readonly isLocked: LockCheck;
}

const buildLockContext = ({ season, round, isLocked }: WarningContext): LockContext => ({
	rules: season.rules,
	players: season.lookup,
	isLocked,
	getPlayerRound: (id) => getPlayerRound(season.playerById.get(id), round),
	mayPlay: (id) => {
		const entry = season.playerById.get(id);
		return entry !== undefined && isExpectedToPlay({ status: entry.status, bye: hasBye(entry.squadId, round) });
	},
	projected: (id) => {
		const entry = season.playerById.get(id);
		return entry ? getExpectedPoints(entry, round, season) : 0;
	},
});

/** What will happen to the score if nothing changes before the next lock, most severe first. */
export const listLockWarnings = (lineup: Lineup, context: WarningContext): readonly LockWarning[] =>
	findLockWarnings(lineup, buildLockContext(context));

/** The locks and the captaincy to expect for a team without warnings. */
export const getLockOutlook = (lineup: Lineup, context: WarningContext): LockOutlook =>
	computeLockOutlook(lineup, buildLockContext(context));
