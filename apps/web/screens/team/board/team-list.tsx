import { type ReactNode, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { ScoreBadge, StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import type { CardPlayer } from "../../../components/player-card/card-player.ts";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { buildNumberColumn, type Column, type SpanRow, Table } from "../../../components/table/table.tsx";
import { formatFixture, formatStat } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { StatFigure } from "../../../players/stat-figure.tsx";
import type { PlayerView } from "../model/player-view.ts";
import type { SlotView } from "../model/slot-view.ts";
import type { ViewContext } from "../model/view-context.ts";
import { listSlotGroups } from "./team-ground.tsx";
import styles from "./team-list.module.css";

interface Props {
	readonly slots: readonly SlotView[];
	readonly cards: ReadonlyMap<string, CardPlayer>;
	readonly stat: ViewContext["stat"];
	readonly renderEmpty: (view: SlotView) => ReactNode;
	/** Renders the actions of a slot; absent for a read-only team. */
	readonly renderActions?: (view: SlotView) => ReactNode;
}

const PlayerCell = ({ player, card }: { readonly player: PlayerView; readonly card: CardPlayer }) => {
	const { t } = useTranslation();
	return (
		<div className={styles.who}>
			<span className={styles.portrait}>
				<Portrait squadId={card.squadId} photo={card.photo} />
			</span>
			<span className={styles.name}>
				<b>
					<PlayerName id={player.entry.id} name={player.name} className="plain-link" />
				</b>
				<small>
					{card.status ? <StatusBadge status={card.status} label={t(`status.${card.status}`)} /> : null}{" "}
					{card.positions}
					<span className={styles.narrow}>{formatFixture(player.fixture) ?? t("card.bye")}</span>
					{card.price === "" ? null : <span className={styles.narrow}>{card.price}</span>}
					{card.change ? (
						<span className={styles.change}>
							{t(card.change === "in" ? "card.spoken.incoming" : "card.spoken.outgoing")}
						</span>
					) : null}
				</small>
			</span>
			{card.role ? (
				<span className={styles.role} data-role={card.role}>
					{t(`card.role.${card.role}`)}
				</span>
			) : null}
		</div>
	);
};

const ScoreCell = ({ card }: { readonly card: CardPlayer }) => {
	const { t } = useTranslation();
	if (!card.score) return null;
	return (
		<>
			{card.substituted ? (
				<span className={styles.sub} data-sub={card.substituted}>
					<Icon name={card.substituted === "in" ? "up" : "down"} size={12} />
					<span className="spoken">
						{t(card.substituted === "in" ? "card.spoken.substitutedIn" : "card.spoken.substitutedOut")}
					</span>
				</span>
			) : null}
			<ScoreBadge tone={card.score.tone} text={card.score.text} />
		</>
	);
};

interface ListRow {
	readonly view: SlotView;
	readonly player: PlayerView;
	readonly card: CardPlayer;
}

/** The groups that are rendered first: about as many rows as a screen shows. */
const FIRST_GROUPS = 2;

/** The team as a table. Rows below the first screenful are rendered right after the others. */
export const TeamList = ({ slots, cards, stat, renderEmpty, renderActions }: Props) => {
	const { t } = useTranslation();
	const groupCount = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_GROUPS);
	// The cards of a draft team have no prices.
	const hasPrices = [...cards.values()].some(({ price }) => price !== "");
	const isProjected = slots.every(({ roundScore }) => roundScore === null || roundScore.kind === "projected");
	const groups = listSlotGroups(slots, t).slice(0, groupCount);
	const buildRow = (view: SlotView): ListRow | SpanRow => {
		const card = cards.get(view.key);
		return view.player && card
			? { view, player: view.player, card }
			: { key: view.key, span: <div data-place={view.key}>{renderEmpty(view)}</div> };
	};
	const columns: readonly Column<ListRow>[] = [
		{
			id: "player",
			head: t("team.listPlayer"),
			cell: ({ player, card }) => <PlayerCell player={player} card={card} />,
		},
		{
			id: "fixture",
			head: t("team.listFixture"),
			className: styles.wide,
			cell: ({ player }) => formatFixture(player.fixture) ?? t("card.bye"),
		},
		...(hasPrices
			? [{ id: "price", head: t("team.listPrice"), className: styles.wide, cell: ({ card }: ListRow) => card.price }]
			: []),
		buildNumberColumn("stat", t(`stat.${stat}`), ({ player }) => <StatFigure text={formatStat(player.entry, stat)} />),
		buildNumberColumn("score", t(isProjected ? "team.projected" : "team.listScore"), ({ card }) => (
			<ScoreCell card={card} />
		)),
	];
	return (
		<Table
			className={styles.list}
			isCard
			groups={groups.map(({ id, title, views }) => ({ id, title, rows: views.map(buildRow) }))}
			getKey={({ view }) => view.key}
			getRowProps={({ card }) => ({ "data-role": card.role ?? undefined, "data-change": card.change ?? undefined })}
			columns={
				renderActions
					? [
							...columns,
							{
								id: "actions",
								className: styles.actions,
								getCellProps: ({ view }) => ({ "data-place": view.key }),
								cell: ({ view }) => renderActions(view),
							},
						]
					: columns
			}
		/>
	);
};
