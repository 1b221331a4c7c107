import { assignCaptain } from "@first-bounce/rules/captaincy/change-roles";
import { applyLockFix, type LockFix } from "@first-bounce/rules/lockout/lock-fixes";
import type { Board } from "../board/state/board.ts";
import { buildLockContext } from "../model/call-lock-rules.ts";

/** Applies a fix like a change by the manager: in the edited line-up, which is saved as usual, or by a live action. */
export function applyFix({ mode, editor, live, season, context }: Board, fix: LockFix): void {
	const { current } = season;
	if (!current) return;
	if (mode === "edit") {
		const lockContext = buildLockContext({ season, round: current, isLocked: context.isLocked });
		editor.replaceWith(applyLockFix(editor.lineup, fix, lockContext));
	} else if (fix.kind === "swap") live.swap(fix.outId, fix.inId);
	else if (fix.kind === "emergencies") live.setEmergencies(fix.emergency);
	else {
		live.setRole("captain", fix.captainId);
		const { viceCaptainId } = assignCaptain(live.lineup, "captain", fix.captainId);
		if (viceCaptainId !== fix.viceCaptainId) live.setRole("viceCaptain", fix.viceCaptainId);
	}
}
