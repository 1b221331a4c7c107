import { Button } from "react-aria-components/Button";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { usePlayerParam } from "../../../players/use-player-param.ts";
import type { SlotView } from "../model/slot-view.ts";
import type { Board } from "./state/board.ts";
import styles from "./team-list.module.css";
import { useMenuActions } from "./use-menu-actions.ts";

interface Props {
	readonly view: SlotView;
	readonly board: Board;
}

/** An empty slot in the list: a button to add a player, or to place the selected one. */
export const ListEmptySlot = ({ view, board }: Props) => {
	const { t } = useTranslation();
	const isTarget = board.selection?.targets.has(view.key) ?? false;
	const press = () => {
		if (isTarget) return board.placeInSlot(view);
		board.setSlotToFill(view.slot);
		board.openPool();
	};
	return (
		<Button
			className={styles.add ?? ""}
			isDisabled={board.mode !== "edit" || (board.selection !== null && !isTarget)}
			onPress={press}
		>
			<Icon name="plus" /> {t("card.add", { position: t(`line.${view.label}`) })}
		</Button>
	);
};

/** A player's actions in the list: her menu, her lock, or the button that completes a swap. */
export const ListActions = ({ view, board }: Props) => {
	const { t } = useTranslation();
	const { open } = usePlayerParam();
	const menuActions = useMenuActions();
	const { player } = view;
	const { selection } = board;
	if (!player) return null;
	if (view.isPlayerInitialSwap)
		return (
			<Button className={styles.more ?? ""} aria-label={t("team.swapCancel")} onPress={board.clearSelection}>
				<Icon name="close" size={18} />
			</Button>
		);
	if (selection)
		return selection.targets.has(view.key) ? (
			<Button
				className={styles.target ?? ""}
				aria-label={t("team.swapWith", { one: selection.name, other: player.name })}
				onPress={() => board.placeInSlot(view)}
			>
				<Icon name="swap" size={18} />
			</Button>
		) : null;
	const actions = board.getActions(view);
	if (player.isLocked)
		return (
			<>
				<Icon name="lock" />
				<span className="spoken">{t("card.spoken.locked")}</span>
			</>
		);
	if (actions.length === 0) return null;
	const label = t("action.menu", { name: player.name });
	return (
		<ActionMenu
			label={label}
			actions={menuActions(view, actions)}
			onAction={(action) => (action === "details" ? open(player.entry.id) : board.runAction(view, action))}
		>
			<Button className={styles.more ?? ""} aria-label={label}>
				<Icon name="more" size={20} />
			</Button>
		</ActionMenu>
	);
};
