import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { findLockWarnings, type LockContext, type LockWarning } from "@first-bounce/rules/lockout/lock-warnings";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getSquadStartTime, type Round } from "@first-bounce/rules/round/round";
import type { Season } from "../../../api/season-model.ts";
import { getExpectedPoints, getPlayerRound, isExpectedToPlay } from "../../../players/team-score.ts";

interface WarningContext {
	readonly season: Season;
	readonly round: Round;
	readonly isLocked: LockCheck;
}

/** Builds what the lock rules of `rules/lockout` decide by, from the season as this page has it. */
export const buildLockContext = ({ season, round, isLocked }: WarningContext): LockContext => ({
	rules: season.rules,
	getPlayer: season.lookup,
	isLocked,
	getPlayerRound: (id) => getPlayerRound(season.playerById.get(id), round),
	isExpectedToPlay: (id) => {
		const entry = season.playerById.get(id);
		return entry !== undefined && isExpectedToPlay(entry, round, season);
	},
	getStartTime: (id) => getSquadStartTime(season.playerById.get(id)?.squadId ?? 0, round),
	getExpectedPoints: (id) => {
		const entry = season.playerById.get(id);
		return entry ? getExpectedPoints(entry, round, season) : 0;
	},
});

/** Warnings about points that will be lost if nothing changes before the next lock, most severe first. */
export const listLockWarnings = (lineup: Lineup, context: WarningContext): readonly LockWarning[] =>
	findLockWarnings(lineup, buildLockContext(context));
