import { isScoringSlot, listSlots } from "@first-bounce/rules/lineup/slots";
import { computeLockOutlook } from "@first-bounce/rules/lockout/lock-warnings";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import type { Board } from "../board/state/board.ts";
import { buildLockContext } from "../model/call-lock-rules.ts";

/** The status of a team without alerts. The tone is `good` only while the team can still be changed. */
interface StatusText {
	readonly tone: "info" | "good" | "locked";
	readonly text: string;
}

type StatusBoard = Pick<Board, "season" | "team" | "mode" | "lineup" | "context"> & {
	readonly draft: object | null;
	readonly editor: Pick<Board["editor"], "emptySlots">;
};

const getFillText = ({ rules }: Season, t: TFunction): StatusText => ({
	tone: "info",
	text: t("teamStatus.fill", { spots: listSlots(rules).length }),
});

/** The locks and the captaincy of a team in the round it plays. */
function getOutlookText({ season, lineup, context }: StatusBoard, t: TFunction): StatusText {
	const { current } = season;
	if (!current) return getFillText(season, t);
	const lockContext = buildLockContext({ season, round: current, isLocked: context.isLocked });
	const { unlocked, unlockedOnField, doubled, lost } = computeLockOutlook(lineup, lockContext);
	const hasCaptain = season.rules.captainFactor > 1;
	const doubles = !hasCaptain
		? ""
		: doubled === null
			? t("teamStatus.nobody")
			: t("teamStatus.doubles", { name: season.getPlayerName(doubled) });
	// First, so that a narrow strip cuts something else.
	const uncovered =
		lost.length === 0 ? "" : `${t("teamStatus.lost", { names: lost.map(season.getPlayerName).join(", ") })} `;
	if (unlocked === 0) return { tone: "locked", text: `${uncovered}${t("teamStatus.teamLocked")} ${doubles}` };
	if (unlockedOnField === 0) return { tone: "locked", text: `${uncovered}${t("teamStatus.fieldLocked")} ${doubles}` };
	const field = listSlots(season.rules).filter((slot) => isScoringSlot(slot, season.rules)).length;
	if (unlockedOnField < field)
		return { tone: uncovered ? "info" : "good", text: `${uncovered}${t("teamStatus.openWell")} ${doubles}` };
	if (!hasCaptain) return { tone: "good", text: t("teamStatus.allWellAlone") };
	return { tone: "good", text: t("teamStatus.allWell", { captain: season.getPlayerName(lineup.captainId) }) };
}

/** The status of a team without alerts. */
export function useStatusText(board: StatusBoard): StatusText {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { season, team, draft, editor, mode } = board;
	const { current, rules } = season;
	if (mode === "plan") return { tone: "info", text: t("plan.hint") };
	if (draft && editor.emptySlots.length > 0)
		return { tone: "info", text: t("draftTeam.openSpots", { count: editor.emptySlots.length }) };
	if (!team.isComplete || editor.emptySlots.length > 0) return getFillText(season, t);
	if (!current || current.status === "complete") return { tone: "info", text: t("teamStatus.over") };
	if (team.startRoundId !== null && team.startRoundId > current.id)
		return { tone: "info", text: t("teamStatus.startsLater", { round: formatRoundLabel(team.startRoundId, rules) }) };
	return getOutlookText(board, t);
}
