import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import type { MenuTriggerProps } from "../../../components/menu/use-menu-open-state.ts";
import type { CardPlayer } from "../../../components/player-card/card-player.ts";
import { EmptyCard, PlayerCard } from "../../../components/player-card/player-card.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatAverage, formatMatchTime, formatPoints } from "../../../i18n/format.ts";
import { formatFixture, hasScored } from "../../../players/player-format.ts";
import type { PlayerView } from "../model/player-view.ts";
import type { SlotView } from "../model/slot-view.ts";
import factStyles from "./menu-facts.module.css";
import type { Board } from "./state/board.ts";
import { getDragProps, getDropProps } from "./state/drag.ts";
import type { Selection } from "./state/use-selection.ts";
import styles from "./team-slot.module.css";
import { useMenuActions } from "./use-menu-actions.ts";

export interface SlotProps {
	readonly view: SlotView;
	readonly board: Board;
	readonly selection: Selection | null;
	readonly onOpenPlayer: (id: number) => void;
}

/** The button of an empty slot, which adds a player or places the player being moved. */
export function useEmptySlot({ view, board, selection }: SlotProps) {
	const { t } = useTranslation();
	const isTarget = selection?.targets.has(view.key) ?? false;
	return {
		label: t("card.add", { position: t(`line.${view.label}`) }),
		isTarget,
		isDisabled: board.mode !== "edit" || (selection !== null && !isTarget),
		onPress: () => {
			if (isTarget) return board.placeInSlot(view);
			board.setSlotToFill(view.slot);
			board.openPool(view.slot);
		},
	};
}

const EmptySlot = (props: SlotProps) => {
	const { isTarget, ...button } = useEmptySlot(props);
	return <EmptyCard {...button} isChosen={props.board.slotToFillKey === props.view.key || isTarget} />;
};

/** What decides between a player's actions, above them in a phone's menu. */
const MenuFacts = ({ player, card }: { readonly player: PlayerView; readonly card: CardPlayer }) => {
	const { t } = useTranslation();
	const { entry, fixture } = player;
	const [first] = fixture;
	const { avgPoints, breakEven } = entry.stats;
	const figures = [
		{ label: t("stat.avgPoints"), value: hasScored(entry) ? formatAverage(avgPoints) : "–" },
		{ label: t("team.projected"), value: formatPoints(player.projectedPoints) },
		...(card.price ? [{ label: t("player.breakEven"), value: formatPoints(breakEven) }] : []),
	];
	return (
		<div className={factStyles.facts}>
			<span className={factStyles.portrait}>
				<Portrait squadId={card.squadId} photo={card.photo} />
			</span>
			<div>
				<b>{player.name}</b>
				<p>{[card.positions, player.squad.name, card.price].filter(Boolean).join(" · ")}</p>
				<p>
					{card.status ? (
						<span className={factStyles.status}>
							<StatusBadge status={card.status} /> {t(`status.${card.status}`)}
						</span>
					) : null}
					{formatFixture(fixture) ?? t("card.bye")}
					{first ? `, ${formatMatchTime(first.startsAt)}` : null}
				</p>
			</div>
			<dl>
				{figures.map(({ label, value }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</div>
	);
};

interface FilledSlotProps extends SlotProps {
	readonly player: PlayerView;
	readonly card: CardPlayer;
}

const FilledSlot = ({ view, board, selection, onOpenPlayer, player, card }: FilledSlotProps) => {
	const { t } = useTranslation();
	const listMenuActions = useMenuActions();
	const { id } = player.entry;
	const actions = selection ? [] : board.getActions(view);
	const renderCard = (menuTrigger: MenuTriggerProps) => {
		if (actions.length > 0) return <PlayerCard player={card} menuTrigger={menuTrigger} />;
		if (!selection) return <PlayerCard player={card} onPress={() => onOpenPlayer(id)} />;
		if (view.isPlayerInitialSwap) return <PlayerCard player={card} isPressed onPress={board.clearSelection} />;
		if (!selection.targets.has(view.key)) return <PlayerCard player={card} isDimmed />;
		return <PlayerCard player={card} isTarget onPress={() => board.placeInSlot(view)} />;
	};
	return (
		<ActionMenu
			label={t("action.menu", { name: player.name })}
			getActions={actions.length > 0 ? () => listMenuActions(view, actions) : null}
			onAction={(action) => (action === "details" ? onOpenPlayer(id) : board.runAction(view, action))}
			opensOnHover
			moreLabel={t("action.more")}
			header={<MenuFacts player={player} card={card} />}
		>
			{renderCard}
		</ActionMenu>
	);
};

/** A slot on the ground: a player with her menu, or an empty slot. */
export const TeamSlot = ({ card, ...props }: SlotProps & { readonly card: CardPlayer | undefined }) => {
	const { view, board, selection } = props;
	const { player } = view;
	const moved = player && board.getActions(view).includes("swap") ? { id: player.entry.id, fromKey: view.key } : null;
	const drag = {
		onStart: moved ? () => board.select(moved) : undefined,
		canStart: () => moved !== null && board.listTargets(moved).size > 0,
		onEnd: board.clearSelection,
	};
	return (
		<div
			role="presentation"
			data-place={view.key}
			className={styles.slot}
			{...getDragProps(drag)}
			{...getDropProps(selection?.targets.has(view.key) ?? false, () => board.placeInSlot(view))}
		>
			{player && card ? <FilledSlot {...props} player={player} card={card} /> : <EmptySlot {...props} />}
		</div>
	);
};
