import type { LockWarning } from "@first-bounce/rules/lockout/lock-outlook";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatMoney, formatPoints } from "../../../i18n/format.ts";
import { useOnline } from "../../../live/use-online.ts";
import type { Board } from "../board/state/board.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import { warnings } from "../model/guard.ts";
import { lineupOf } from "../model/team-state.ts";
import { violationWords } from "../model/violation-words.ts";

/** Something the manager should know, with what can be done about it. */
export interface Statement {
	readonly tone: "info" | "warn" | "bad";
	readonly text: string;
	readonly action?: { readonly label: string; readonly onPress: () => void };
}

function warningWords(warning: LockWarning, { season }: Board, t: TFunction): Statement {
	const name = (id: number) => season.lookup(id)?.name ?? "";
	const other = "otherId" in warning ? name(warning.otherId) : "";
	const points = "points" in warning ? formatPoints(warning.points) : "";
	return {
		tone: warning.kind === "vice-played" ? "info" : "warn",
		text: t(`guard.${warning.kind}`, { name: name(warning.id), other, points }),
	};
}

function draftStatements({ editor, team, season }: Board, t: TFunction): Statement[] {
	if (!editor.isDirty) return [];
	const back = team.isComplete
		? { action: { label: t("team.discardDraft"), onPress: () => editor.replaceWith(lineupOf(team)) } }
		: {};
	if (editor.violations.length > 0) {
		const reason = editor.violations.map((violation) => violationWords(violation, season, t)).join("; ");
		return [{ tone: "bad", text: t("team.draftNeedsChange", { reason }), ...back }];
	}
	if (editor.empty.length === 0) return [];
	const kept = editor.isRestored ? ` ${t("team.restoredDraft")}` : "";
	const hint = t(team.isComplete ? "team.draftOver" : "team.draftHint", { count: editor.empty.length });
	return [{ tone: "info", text: hint + kept, ...back }];
}

/** What happens to the score if nothing changes, for a team that plays the current round. */
function guardStatements(board: Board, t: TFunction): Statement[] {
	const { season, editor, lineup, context, team, mode } = board;
	const { current } = season;
	const plays = current && team.startRoundId !== null && team.startRoundId <= current.id;
	if (!plays || current.status === "complete" || mode === "plan" || editor.empty.length > 0) return [];
	const found = warnings(lineup, { season, round: current, isLocked: context.isLocked });
	return found.map((warning) => warningWords(warning, board, t));
}

/** Everything to be known now, the most pressing first. */
export function useStatements(board: Board, save: SaveState): readonly Statement[] {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const { team, mode } = board;
	const savedBank = team.salaryCap - team.value;
	const statements: Statement[] = [];
	if (!isOnline) statements.push({ tone: "warn", text: t(mode === "edit" ? "state.offline" : "state.offlineLive") });
	if (save.kind === "failed")
		statements.push({
			tone: "bad",
			text: t("team.saveFailedWhy", { reason: getErrorMessage(save.error, t) }),
			action: { label: t("state.retry"), onPress: save.retry },
		});
	if (savedBank < 0 && team.isComplete)
		statements.push({
			tone: "bad",
			text: `${t("team.overCapTitle", { amount: formatMoney(-savedBank) })}. ${t("team.overCapText")}`,
		});
	return [...statements, ...draftStatements(board, t), ...guardStatements(board, t)];
}
