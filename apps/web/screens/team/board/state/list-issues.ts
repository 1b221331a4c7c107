import { type LockIssue, listLockIssues } from "@first-bounce/rules/lockout/lock-fixes";
import { buildLockContext } from "../../model/call-lock-rules.ts";
import type { Board } from "./board.ts";

/** Whether the team plays the current round and has no empty slots. */
export function isPlayingRound({ season: { current }, team, mode, editor }: Board): boolean {
	const hasStarted = current !== undefined && team.startRoundId !== null && team.startRoundId <= current.id;
	return (
		hasStarted && current.status !== "complete" && mode !== "plan" && mode !== "read" && editor.emptySlots.length === 0
	);
}

/** The issues to fix in a team before the next lock, each with the change that fixes it. */
export function listIssues(board: Board): readonly LockIssue[] {
	const { season, lineup, context } = board;
	if (!season.current || !isPlayingRound(board)) return [];
	return listLockIssues(lineup, buildLockContext({ season, round: season.current, isLocked: context.isLocked }));
}
