import type { DraftLogEntry } from "@first-bounce/contract/draft/draft-board";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { getFullName } from "../../../../players/player-format.ts";
import type { RoomModel } from "../model/draft-room.ts";

/** How the settings of a draft are labelled where they are changed. */
const SETTING_NAMES = {
	draftType: "draft.type",
	clock: "draft.clock",
	pickTurnTime: "draft.pickTime",
	nightPause: "draft.nightPause",
	timeZone: "draft.zone",
	draftStart: "draft.start",
	captainDoubled: "draft.captain",
	squad: "draft.squad",
	waiverPriority: "draft.waiverPriority",
	tradeReview: "draft.tradeReview",
	tradeReviewHours: "draft.tradeReviewHours",
	tradeDeadline: "draft.tradeDeadline",
	protectsBest: "draft.protectsBest",
	hasInjuredPlace: "draft.hasInjuredPlace",
	format: "format.label",
	maxKeepers: "format.maxKeepers",
	maxKeeperYears: "format.maxYears",
	minDelists: "format.minDelists",
} as const;

/** Returns what happened in an entry of the log, with who did it. Entries before the draft name no players and need no season. */
export function useLogText(
	{ seatById }: Pick<RoomModel, "seatById">,
	season: Pick<Season, "playerById"> | null,
): (entry: DraftLogEntry) => string {
	const { t } = useTranslation();
	const getSettingName = (name: keyof typeof SETTING_NAMES) => t(`leagues.${SETTING_NAMES[name]}`);
	return (entry) => {
		const { action, madeBy, undone, overallPick, otherOverallPick, autopick, count, pauseReason } = entry;
		const player = season?.playerById.get(entry.playerId ?? 0);
		const values = {
			by: entry.by?.teamName || t("draftRoom.log.somebody"),
			team: formatSeatName(seatById.get(entry.teamId ?? 0), t),
			player: player ? getFullName(player) : "",
			pick: overallPick,
			other: otherOverallPick,
			count: count ?? 0,
			format: t(`leagues.format.${entry.format ?? "redraft"}`),
		};
		if (action === "pick") return t(`draftRoom.log.pick.${madeBy ?? "manager"}`, values);
		if (action === "undone") return t(`draftRoom.log.undone.${undone ?? "pick"}`, values);
		if (action === "autopick") return t(`draftRoom.log.autopick.${autopick ?? "on"}`, values);
		if (action === "paused" && entry.by === null) return t(`draftRoom.log.pausedFor.${pauseReason ?? "operator"}`);
		if (action === "resumed" && entry.by === null)
			return t(`draftRoom.log.resumedAfter.${pauseReason ?? "commissioner"}`);
		if (action === "scheduled" && pauseReason !== null) return t("draftRoom.log.postponed");
		if (action === "started" && entry.by === null) return t("draftRoom.log.startedOnTime");
		if (action === "settings" && entry.settings)
			return t("draftRoom.log.changedSettings", { ...values, settings: entry.settings.map(getSettingName).join(", ") });
		return t(`draftRoom.log.${action}`, values);
	};
}
