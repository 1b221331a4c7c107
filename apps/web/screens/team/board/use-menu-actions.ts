import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { useTranslation } from "react-i18next";
import type { IconName } from "../../../components/icon/icon.tsx";
import type { MenuAction } from "../../../components/menu/action-menu.tsx";
import type { SlotAction } from "../model/available-slot-actions.ts";
import type { SlotView } from "../model/slot-view.ts";

type CardAction = SlotAction | "details";

const ACTIONS: Readonly<Record<CardAction, { readonly icon: IconName; readonly isDanger?: boolean }>> = {
	captain: { icon: "captain" },
	viceCaptain: { icon: "vice" },
	swap: { icon: "swap" },
	emergencyOn: { icon: "plus" },
	emergencyOff: { icon: "close" },
	ifOut: { icon: "history" },
	tradeOut: { icon: "trade", isDanger: true },
	changeTrade: { icon: "trade" },
	resetOut: { icon: "undo" },
	resetIn: { icon: "undo" },
	remove: { icon: "trash", isDanger: true },
	drop: { icon: "trash", isDanger: true },
	details: { icon: "stats" },
};

/** The captaincy of a player who is not expected to play comes after what helps. */
function sortActions({ player }: SlotView, actions: readonly SlotAction[]): readonly SlotAction[] {
	if (player && isLikelyToPlay(player.entry.stats.chanceToPlay)) return actions;
	const isRole = (action: SlotAction) => action === "captain" || action === "viceCaptain";
	return [...actions.filter((action) => !isRole(action)), ...actions.filter(isRole)];
}

/** The labelled actions of a slot's menu; details come last. */
export function useMenuActions(): (
	view: SlotView,
	actions: readonly SlotAction[],
) => readonly MenuAction<CardAction>[] {
	const { t } = useTranslation();
	return (view, actions) =>
		[...sortActions(view, actions), "details" as const].map((id) => {
			const hasRole = (id === "captain" && view.isCaptain) || (id === "viceCaptain" && view.isViceCaptain);
			return { id, label: t(hasRole ? `action.hasRole.${id}` : `action.${id}`), ...ACTIONS[id] };
		});
}
