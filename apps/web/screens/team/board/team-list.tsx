import { Button } from "react-aria-components/Button";
import { useTranslation } from "react-i18next";
import { ScoreBadge } from "../../../components/badges/score-badge.tsx";
import { StatusBadge } from "../../../components/badges/status-badge.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import type { CardPlayer } from "../../../components/player-card/card-player.ts";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { PlayerName } from "../../../players/player-name.tsx";
import { displayStat, fixtureWords } from "../../../players/player-words.ts";
import type { PlayerView } from "../model/player-view.ts";
import type { SlotView } from "../model/slot-view.ts";
import { cardPlayer } from "./card-words.ts";
import styles from "./team-list.module.css";
import { useMenuActions } from "./team-slot.tsx";
import type { Board } from "./use-board.ts";

const MARKS = { captain: "card.captainMark", vice: "card.viceMark", emergency: "card.emergencyMark" } as const;

interface RowProps {
	readonly view: SlotView;
	readonly board: Board;
}

const Doing = ({ view, board, player }: RowProps & { readonly player: PlayerView }) => {
	const { t } = useTranslation();
	const menuActions = useMenuActions();
	const actions = board.actionsOf(view);
	if (player.isLocked) return <Icon name="lock" />;
	if (actions.length === 0) return null;
	const label = t("action.menu", { name: player.name });
	return (
		<ActionMenu label={label} actions={menuActions(actions)} onAction={(action) => board.act(view, action)}>
			<Button className={styles.more ?? ""} aria-label={label}>
				<Icon name="more" size={20} />
			</Button>
		</ActionMenu>
	);
};

const Who = ({ player, card }: { readonly player: PlayerView; readonly card: CardPlayer }) => {
	const { t } = useTranslation();
	return (
		<div className={styles.who}>
			<span className={styles.portrait}>
				<Portrait squadId={card.squadId} photo={card.photo} />
			</span>
			<span className={styles.name}>
				<b>
					<PlayerName id={player.entry.id} name={player.name} className={styles.link} />
				</b>
				<small>
					<StatusBadge status={card.status} label={t(`status.${card.status}`)} /> {card.positions}
				</small>
			</span>
			{card.mark ? (
				<span className={styles.mark} data-mark={card.mark}>
					{t(MARKS[card.mark])}
				</span>
			) : null}
		</div>
	);
};

const Row = ({ view, board }: RowProps) => {
	const { t } = useTranslation();
	const { player } = view;
	if (!player)
		return (
			<tr>
				<td colSpan={6}>
					<Button className={styles.add ?? ""} isDisabled={!board.editor.isEditable} onPress={() => board.want(view)}>
						<Icon name="plus" /> {t("card.add", { position: t(`line.${view.label}`) })}
					</Button>
				</td>
			</tr>
		);
	const card = cardPlayer(view, player, board.filter.stat, t);
	return (
		<tr data-mark={card.mark ?? undefined}>
			<th scope="row">
				<Who player={player} card={card} />
			</th>
			<td className={styles.wide}>{fixtureWords(player.fixture) ?? t("card.bye")}</td>
			<td className={styles.wide}>{card.price}</td>
			<td className={styles.number}>{displayStat(player.entry, board.filter.stat)}</td>
			<td className={styles.number}>
				{card.score ? <ScoreBadge tone={card.score.tone} text={card.score.text} /> : null}
			</td>
			<td className={styles.doing}>
				<Doing view={view} board={board} player={player} />
			</td>
		</tr>
	);
};

/** The team as a list: the same places, told in rows. */
export const TeamList = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const groups = [
		...(["FWD", "MID", "RUC", "DEF"] as const).map((line) => ({
			title: t(`lineName.${line}`),
			views: board.slots.filter(({ slot }) => slot.area === "field" && slot.line === line),
		})),
		{ title: t("team.benchTitle"), views: board.slots.filter(({ slot }) => slot.area !== "field") },
	];
	return (
		<table className={styles.list}>
			<thead>
				<tr>
					<th scope="col">{t("team.listPlayer")}</th>
					<th scope="col" className={styles.wide}>
						{t("team.listFixture")}
					</th>
					<th scope="col" className={styles.wide}>
						{t("team.listPrice")}
					</th>
					<th scope="col" className={styles.number}>
						{t(`stat.${board.filter.stat}`)}
					</th>
					<th scope="col" className={styles.number}>
						{t("team.listScore")}
					</th>
					<td />
				</tr>
			</thead>
			{groups.map(({ title, views }) => (
				<tbody key={title}>
					<tr className={styles.group}>
						<th scope="rowgroup" colSpan={6}>
							{title}
						</th>
					</tr>
					{views.map((view) => (
						<Row key={view.key} view={view} board={board} />
					))}
				</tbody>
			))}
		</table>
	);
};
