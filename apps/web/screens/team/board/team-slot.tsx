import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { EmptyCard, PlayerCard } from "../../../components/player-card/player-card.tsx";
import { usePlayerParam } from "../../../players/use-player-param.ts";
import type { PlayerView } from "../model/player-view.ts";
import type { SlotView } from "../model/slot-view.ts";
import { buildCardPlayer } from "./build-card-player.ts";
import type { Board } from "./state/board.ts";
import { getDragProps, getDropProps } from "./state/drag.ts";
import styles from "./team-slot.module.css";
import { useMenuActions } from "./use-menu-actions.ts";

interface Props {
	readonly view: SlotView;
	readonly board: Board;
}

const EmptySlot = ({ view, board }: Props) => {
	const { t } = useTranslation();
	const { selection } = board;
	const isTarget = selection?.targets.has(view.key) ?? false;
	const press = () => {
		if (isTarget) return board.placeInSlot(view);
		board.setSlotToFill(view.slot);
		board.openPool();
	};
	return (
		<EmptyCard
			label={t("card.add", { position: t(`line.${view.label}`) })}
			isChosen={board.slotToFillKey === view.key || isTarget}
			isDisabled={board.mode !== "edit" || (selection !== null && !isTarget)}
			onPress={press}
		/>
	);
};

const FilledSlot = ({ view, board, player }: Props & { readonly player: PlayerView }) => {
	const { t } = useTranslation();
	const { open } = usePlayerParam();
	const menuActions = useMenuActions();
	const { selection, context } = board;
	const card = buildCardPlayer(view, player, context, t);
	const { id } = player.entry;
	if (selection) {
		if (view.isPlayerInitialSwap) return <PlayerCard player={card} isPressed onPress={board.clearSelection} />;
		if (!selection.targets.has(view.key)) return <PlayerCard player={{ ...card, isDimmed: true }} isStatic />;
		return <PlayerCard player={{ ...card, isTarget: true }} onPress={() => board.placeInSlot(view)} />;
	}
	const actions = board.getActions(view);
	if (actions.length === 0) return <PlayerCard player={card} onPress={() => open(id)} />;
	return (
		<ActionMenu
			label={t("action.menu", { name: player.name })}
			actions={menuActions(view, actions)}
			onAction={(action) => (action === "details" ? open(id) : board.runAction(view, action))}
			opensOnHover
			moreLabel={t("action.more")}
		>
			<PlayerCard player={card} />
		</ActionMenu>
	);
};

/** A slot on the ground: a player with her menu, or an empty slot. */
export const TeamSlot = ({ view, board }: Props) => {
	const { player } = view;
	const { selection } = board;
	const canMove = player !== null && board.getActions(view).includes("swap") && board.getSwapTargets(view).size > 0;
	const select = player && canMove ? () => board.select(player.entry.id, view.key) : undefined;
	return (
		<div
			role="presentation"
			data-place={view.key}
			className={styles.slot}
			{...getDragProps({ onStart: select, onEnd: board.clearSelection })}
			{...getDropProps(selection?.targets.has(view.key) ?? false, () => board.placeInSlot(view))}
		>
			{player ? <FilledSlot view={view} board={board} player={player} /> : <EmptySlot view={view} board={board} />}
		</div>
	);
};
