import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { EmptyCard, PlayerCard } from "../../../components/player-card/player-card.tsx";
import { usePlayerAddress } from "../../../players/player-address.ts";
import type { PlayerView } from "../model/player-view.ts";
import type { SlotView } from "../model/slot-view.ts";
import type { Board } from "./board.ts";
import { cardPlayer } from "./card-words.ts";
import { carries, receives } from "./drag.ts";
import { useMenuActions } from "./menu-words.ts";
import styles from "./team-slot.module.css";

interface Props {
	readonly view: SlotView;
	readonly board: Board;
}

const Empty = ({ view, board }: Props) => {
	const { t } = useTranslation();
	const { hand } = board;
	const isTarget = hand?.targets.has(view.key) ?? false;
	const press = () => {
		if (isTarget) return board.put(view);
		board.want(view.slot);
		board.openPool();
	};
	return (
		<EmptyCard
			label={t("card.add", { position: t(`line.${view.label}`) })}
			isChosen={board.wantedKey === view.key || isTarget}
			isStill={board.mode !== "edit" || (hand !== null && !isTarget)}
			onPress={press}
		/>
	);
};

const Taken = ({ view, board, player }: Props & { readonly player: PlayerView }) => {
	const { t } = useTranslation();
	const { open } = usePlayerAddress();
	const menuActions = useMenuActions();
	const { hand, context } = board;
	const card = cardPlayer(view, player, context, t);
	const { id } = player.entry;
	if (hand) {
		if (view.isPlayerInitialSwap) return <PlayerCard player={card} isPressed onPress={board.letGo} />;
		if (!hand.targets.has(view.key)) return <PlayerCard player={{ ...card, isDimmed: true }} isStill />;
		return <PlayerCard player={{ ...card, isTarget: true }} onPress={() => board.put(view)} />;
	}
	const actions = board.actionsOf(view);
	if (actions.length === 0) return <PlayerCard player={card} onPress={() => open(id)} />;
	return (
		<ActionMenu
			label={t("action.menu", { name: player.name })}
			actions={menuActions(view, actions)}
			onAction={(action) => (action === "details" ? open(id) : board.act(view, action))}
			opensOnHover
		>
			<PlayerCard player={card} />
		</ActionMenu>
	);
};

/** One place on the ground: empty, told, open to actions, carried away, or where somebody may be put. */
export const TeamSlot = ({ view, board }: Props) => {
	const { player } = view;
	const { hand } = board;
	const canMove = player !== null && board.actionsOf(view).includes("swap") && board.swapsOf(view).size > 0;
	const take = player && canMove ? () => board.hold(player.entry.id, view.key) : undefined;
	return (
		<div
			role="presentation"
			data-place={view.key}
			className={styles.slot}
			{...carries({ onTake: take, onLetGo: board.letGo })}
			{...receives(hand?.targets.has(view.key) ?? false, () => board.put(view))}
		>
			{player ? <Taken view={view} board={board} player={player} /> : <Empty view={view} board={board} />}
		</div>
	);
};
