import { assignCaptain } from "../captaincy/change-roles.ts";
import { chooseCaptains } from "../coach/arrange-lineup.ts";
import type { PlayerId } from "../ids.ts";
import { findChangedPlayers } from "../lineup/changed-players.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { applySwaps } from "../swaps/swap-players.ts";
import {
	findLockWarnings,
	findSuggestedSwap,
	isUsingLoop,
	type LockContext,
	type LockWarning,
	listPossibleEmergencies,
} from "./lock-warnings.ts";

/** One change of a line-up that resolves a warning; the rules allow it now. */
export type LockFix =
	| { readonly kind: "swap"; readonly outId: PlayerId; readonly inId: PlayerId }
	| { readonly kind: "captains"; readonly captainId: PlayerId; readonly viceCaptainId: PlayerId }
	| { readonly kind: "emergencies"; readonly emergency: readonly PlayerId[] };

/** A warning that needs no fix: the vice captain scores well. */
type LockHint = Extract<LockWarning, { readonly kind: "vice-played" | "vice-playing" }>;

export const isLockHint = (warning: LockWarning): warning is LockHint =>
	warning.kind === "vice-played" || warning.kind === "vice-playing";

/** Something to fix before the next lock (docs/game-rules.md#before-a-lock). */
export interface LockIssue {
	readonly warning: Exclude<LockWarning, LockHint>;
	/** Null if no swap or change of role helps, so that only a trade can. */
	readonly fix: LockFix | null;
}

/** The captain and vice captain that the coach would choose; the current ones if the manager is using the loop. */
export function suggestCaptains(lineup: Lineup, context: LockContext): Pick<Lineup, "captainId" | "viceCaptainId"> {
	if (isUsingLoop(lineup, context)) return { captainId: lineup.captainId, viceCaptainId: lineup.viceCaptainId };
	return chooseCaptains(lineup, {
		rules: context.rules,
		isLocked: context.isLocked,
		getExpectedPoints: (id) => (context.isExpectedToPlay(id) ? context.getExpectedPoints(id) : 0),
		getStartTime: context.getStartTime,
	});
}

function findCaptainFix(lineup: Lineup, context: LockContext): LockFix | null {
	const captains = suggestCaptains(lineup, context);
	const isBetter = captains.captainId !== lineup.captainId && context.isExpectedToPlay(captains.captainId);
	return isBetter ? { kind: "captains", ...captains } : null;
}

function findViceCaptainFix(lineup: Lineup, context: LockContext): LockFix | null {
	const { captainId } = lineup;
	const isLocked = (id: PlayerId) => id === captainId || context.isLocked(id);
	const { viceCaptainId } = suggestCaptains(lineup, { ...context, isLocked });
	return context.isExpectedToPlay(viceCaptainId) ? { kind: "captains", captainId, viceCaptainId } : null;
}

function findFix(warning: LockIssue["warning"], lineup: Lineup, context: LockContext): LockFix | null {
	switch (warning.kind) {
		case "vice-doubles":
		case "nobody-doubles":
			return findCaptainFix(lineup, context);
		case "vice-out":
			return findViceCaptainFix(lineup, context);
		case "vice-late":
			return { kind: "captains", captainId: warning.otherId, viceCaptainId: warning.id };
		case "no-emergency": {
			const { emergency } = lineup;
			const added = listPossibleEmergencies(lineup, context).slice(0, context.rules.emergencies - emergency.length);
			return { kind: "emergencies", emergency: [...emergency, ...added] };
		}
		case "covered":
		case "donut": {
			const inId = findSuggestedSwap(lineup, warning.id, context);
			return inId === null ? null : { kind: "swap", outId: warning.id, inId };
		}
	}
}

/** What to fix before the next lock, most serious first, each with the change that fixes it; no hints. */
export const listLockIssues = (lineup: Lineup, context: LockContext): readonly LockIssue[] =>
	findLockWarnings(lineup, context)
		.filter((warning) => !isLockHint(warning))
		.map((warning) => ({ warning, fix: findFix(warning, lineup, context) }));

function changeLineup(lineup: Lineup, fix: LockFix, context: LockContext): Lineup {
	if (fix.kind === "emergencies") return { ...lineup, emergency: fix.emergency };
	if (fix.kind === "captains") {
		const withCaptain = assignCaptain(lineup, "captain", fix.captainId);
		return assignCaptain(withCaptain, "viceCaptain", fix.viceCaptainId);
	}
	const swapped = applySwaps(lineup, [[fix.outId, fix.inId]], context, context.isLocked);
	return swapped.ok ? swapped.value : lineup;
}

/** The line-up after a fix, or the same line-up if one of the players whom it changes has locked since. */
export function applyLockFix(lineup: Lineup, fix: LockFix, context: LockContext): Lineup {
	const changed = changeLineup(lineup, fix, context);
	return findChangedPlayers(lineup, changed, context.rules).some(context.isLocked) ? lineup : changed;
}
