import { isLockHint } from "@first-bounce/rules/lockout/lock-fixes";
import type { LockWarning } from "@first-bounce/rules/lockout/lock-warnings";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatMatchTime, formatMoney, formatPoints } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import { isPlayingRound, listIssues } from "../board/state/list-issues.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import { useLockCheck } from "../lock-check/use-lock-check.ts";
import { listLockWarnings } from "../model/call-lock-rules.ts";
import { formatViolation } from "../model/format-violation.ts";
import { getSpendingOutlook } from "../model/spending-outlook.ts";
import { getLineup } from "../model/team-state.ts";
import { findNextLockForTeam } from "./next-team-lock.ts";

/** A message to the manager about her team, with an action if there is one. */
export interface TeamAlert {
	readonly tone: "info" | "warn" | "bad";
	readonly text: string;
	readonly action?: AlertAction;
	/** Pressing the text runs the action too. */
	readonly isLink?: true;
	readonly dismiss?: AlertAction;
}
interface AlertAction {
	readonly label: string;
	readonly onPress: () => void;
}

/** Changes that were replaced by a save from elsewhere. */
function listReplacedAlerts({ mode, editor, live }: Board, t: TFunction): TeamAlert[] {
	const isFreeEditing = mode === "edit";
	const restore = isFreeEditing ? editor.replacedChanges && editor.restoreReplaced : live.repeatReverted;
	if (!restore || mode === "read") return [];
	const discard = isFreeEditing ? editor.discardReplaced : live.discardReverted;
	return [
		{
			tone: "warn",
			text: t("team.replaced"),
			action: { label: t("team.restore"), onPress: restore },
			dismiss: { label: t("team.discardReplaced"), onPress: discard },
		},
	];
}

export function formatWarning(warning: LockWarning, { season }: Board, t: TFunction): TeamAlert {
	const otherName = "otherId" in warning ? season.getPlayerName(warning.otherId) : "";
	const points = "points" in warning ? formatPoints(Math.round(warning.points)) : "";
	return {
		tone: isLockHint(warning) ? "info" : "warn",
		text: t(`teamStatus.${warning.kind}`, { name: season.getPlayerName(warning.id), other: otherName, points }),
	};
}

/** Warns before the money for the empty slots runs out. */
function listSpendingAlerts(board: Board, t: TFunction): TeamAlert[] {
	const { spots, averagePerSpot, minimumCost, level } = getSpendingOutlook(board);
	if (level === "fine" || !Number.isFinite(minimumCost)) return [];
	const amounts = {
		count: spots,
		left: formatMoney(board.bank),
		average: formatMoney(averagePerSpot),
		minimum: formatMoney(minimumCost),
	};
	return level === "tight"
		? [{ tone: "warn", text: t("team.salaryTight", amounts) }]
		: [{ tone: "bad", text: t("team.salaryDeadEnd", amounts) }];
}

function listUnsavedAlerts(board: Board, t: TFunction): TeamAlert[] {
	const { editor, team, season, draft } = board;
	if (!editor.isDirty) return [];
	const discard = team.isComplete
		? { action: { label: t("team.discardChanges"), onPress: () => editor.replaceWith(getLineup(team)) } }
		: {};
	if (editor.violations.length > 0) {
		const reason = editor.violations.map((violation) => formatViolation(violation, season, t)).join("; ");
		return [{ tone: "bad", text: t("team.unsavedNeedsChange", { reason }), ...discard }];
	}
	if (draft || editor.emptySlots.length === 0) return [];
	const restoredHint = editor.isLoadedFromDevice ? ` ${t("team.restoredChanges")}` : "";
	const hint = t(team.isComplete ? "team.unsavedOver" : "team.unsavedHint", { count: editor.emptySlots.length });
	return [...listSpendingAlerts(board, t), { tone: "info", text: hint + restoredHint, ...discard }];
}

/**
 * For a team that plays the current round: the number of issues to fix, and the hint that its vice captain scored well.
 */
function listLockAlerts(board: Board, openCheck: () => void, t: TFunction): TeamAlert[] {
	const { season, lineup, context, now } = board;
	if (!season.current || !isPlayingRound(board)) return [];
	const hints = listLockWarnings(lineup, { season, round: season.current, isLocked: context.isLocked })
		.filter(isLockHint)
		.map((warning) => formatWarning(warning, board, t));
	const count = listIssues(board).length;
	if (count === 0) return hints;
	const lock = findNextLockForTeam({ ...board, isLocked: context.isLocked }, now);
	const text = lock ? t("lockCheck.toFix", { count, time: formatMatchTime(lock.at) }) : t("lockCheck.count", { count });
	return [{ tone: "warn", text, action: { label: t("lockCheck.open"), onPress: openCheck }, isLink: true }, ...hints];
}

/** All alerts, the most important first. */
export function useTeamAlerts(board: Board, save: SaveState): readonly TeamAlert[] {
	const { t } = useTranslation();
	const { openCheck } = useLockCheck();
	const { team } = board;
	const savedBank = team.salaryCap - team.value;
	const alerts: TeamAlert[] = [];
	if (save.kind === "failed")
		alerts.push({
			tone: "bad",
			text: t("team.saveFailedWhy", { reason: getErrorMessage(save.error, t) }),
			action: { label: t("state.retry"), onPress: save.retry },
		});
	if (savedBank < 0 && team.isComplete)
		alerts.push({
			tone: "bad",
			text: `${t("team.overCapTitle", { amount: formatMoney(-savedBank) })}. ${t("team.overCapText")}`,
		});
	return [
		...alerts,
		...listReplacedAlerts(board, t),
		...listUnsavedAlerts(board, t),
		...listLockAlerts(board, openCheck, t),
	];
}
