import { useTranslation } from "react-i18next";
import type { IconName } from "../../../components/icon/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../components/menu/action-menu.tsx";
import { EmptyCard, PlayerCard } from "../../../components/player-card/player-card.tsx";
import { usePlayerAddress } from "../../../players/player-address.ts";
import type { SlotAction } from "../model/slot-actions.ts";
import type { SlotView } from "../model/slot-view.ts";
import { cardPlayer } from "./card-words.ts";
import type { Board } from "./use-board.ts";

const ACTIONS: Readonly<Record<SlotAction, { readonly icon: IconName; readonly isDanger?: boolean }>> = {
	captain: { icon: "captain" },
	viceCaptain: { icon: "vice" },
	swap: { icon: "swap" },
	emergencyOn: { icon: "plus" },
	emergencyOff: { icon: "close" },
	remove: { icon: "trash", isDanger: true },
};

/** The actions of a place in words, for its menu. */
export function useMenuActions(): (actions: readonly SlotAction[]) => readonly MenuAction<SlotAction>[] {
	const { t } = useTranslation();
	return (actions) => actions.map((id) => ({ id, label: t(`action.${id}`), ...ACTIONS[id] }));
}

/** One place on the ground: empty, told, open to actions, or the goal of a swap. */
export const TeamSlot = ({ view, board }: { readonly view: SlotView; readonly board: Board }) => {
	const { t } = useTranslation();
	const menuActions = useMenuActions();
	const { swap } = board;
	const { open } = usePlayerAddress();
	if (!view.player) {
		const isTarget = swap?.targets.has(view.key) ?? false;
		return (
			<EmptyCard
				label={t("card.add", { position: t(`line.${view.label}`) })}
				isChosen={board.wantedKey === view.key || isTarget}
				isStill={!board.editor.isEditable || (swap !== null && !isTarget)}
				onPress={() => (isTarget ? board.finishSwap(view) : board.want(view))}
			/>
		);
	}
	const player = cardPlayer(view, view.player, board.filter.stat, t);
	if (swap) {
		if (swap.from.key === view.key) return <PlayerCard player={player} isPressed onPress={board.cancelSwap} />;
		if (!swap.targets.has(view.key)) return <PlayerCard player={{ ...player, isDimmed: true }} isStill />;
		return <PlayerCard player={{ ...player, change: "in" }} onPress={() => board.finishSwap(view)} />;
	}
	const actions = board.actionsOf(view);
	const { id } = view.player.entry;
	if (actions.length === 0) return <PlayerCard player={player} onPress={() => open(id)} />;
	return (
		<ActionMenu
			label={t("action.menu", { name: view.player.name })}
			actions={[...menuActions(actions), { id: "details", label: t("action.details"), icon: "stats" }]}
			onAction={(action) => (action === "details" ? open(id) : board.act(view, action))}
		>
			<PlayerCard player={player} />
		</ActionMenu>
	);
};
