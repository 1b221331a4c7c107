import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { type LockIssue, listLockIssues } from "@first-bounce/rules/lockout/lock-fixes";
import {
	computeLockOutlook,
	findLockWarnings,
	type LockContext,
	type LockOutlook,
	type LockWarning,
} from "@first-bounce/rules/lockout/lock-warnings";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getSquadStartTime, type Round } from "@first-bounce/rules/round/round";
import type { Season } from "../../../api/season-model.ts";
import { getExpectedPoints, getPlayerRound, isExpectedToPlay } from "../../../players/team-score.ts";
import type { Board } from "../board/state/board.ts";

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

/** The expected locks and captaincy of a team without warnings. */
export const getLockOutlook = (lineup: Lineup, context: WarningContext): LockOutlook =>
	computeLockOutlook(lineup, buildLockContext(context));

/** Whether the team plays the current round and has no empty slots. */
export function isPlayingRound({ season: { current }, team, mode, editor }: Board): boolean {
	const plays = current !== undefined && team.startRoundId !== null && team.startRoundId <= current.id;
	return plays && current.status !== "complete" && mode !== "plan" && mode !== "read" && editor.emptySlots.length === 0;
}

/** The issues to fix in a team before the next lock, each with the change that fixes it. */
export function listIssues(board: Board): readonly LockIssue[] {
	const { season, lineup, context } = board;
	if (!season.current || !isPlayingRound(board)) return [];
	return listLockIssues(lineup, buildLockContext({ season, round: season.current, isLocked: context.isLocked }));
}
