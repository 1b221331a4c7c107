import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import styles from "./team-list.module.css";
import { type SlotProps, useEmptySlot } from "./team-slot.tsx";
import { useMenuActions } from "./use-menu-actions.ts";

export const ListEmptySlot = (props: SlotProps) => {
	const { label, isDisabled, onPress } = useEmptySlot(props);
	return (
		<button type="button" className={styles.add} disabled={isDisabled} onClick={onPress}>
			<Icon name="plus" /> {label}
		</button>
	);
};

/** A player's actions in the list: her menu, her lock, or the button that completes a swap. */
export const ListActions = ({ view, board, selection, onOpenPlayer }: SlotProps) => {
	const { t } = useTranslation();
	const listMenuActions = useMenuActions();
	const { player } = view;
	if (!player) return null;
	if (view.isPlayerInitialSwap)
		return (
			<button type="button" className={styles.more} aria-label={t("team.swapCancel")} onClick={board.clearSelection}>
				<Icon name="close" size={18} />
			</button>
		);
	if (selection)
		return selection.targets.has(view.key) ? (
			<button
				type="button"
				className={styles.target}
				aria-label={t("team.swapWith", { one: selection.name, other: player.name })}
				onClick={() => board.placeInSlot(view)}
			>
				<Icon name="swap" size={18} />
			</button>
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
			getActions={() => listMenuActions(view, actions)}
			onAction={(action) => (action === "details" ? onOpenPlayer(player.entry.id) : board.runAction(view, action))}
		>
			{(menuTrigger) => (
				<button type="button" className={styles.more} aria-label={label} {...menuTrigger}>
					<Icon name="more" size={20} />
				</button>
			)}
		</ActionMenu>
	);
};
