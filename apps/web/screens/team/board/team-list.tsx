import { type ReactNode, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { ScoreBadge, StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import type { CardPlayer } from "../../../components/player-card/card-player.ts";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatFixture, formatStat } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { StatFigure } from "../../../players/stat-figure.tsx";
import type { PlayerView } from "../model/player-view.ts";
import type { SlotView } from "../model/slot-view.ts";
import type { ViewContext } from "../model/view-context.ts";
import styles from "./team-list.module.css";

interface Props {
	readonly slots: readonly SlotView[];
	/** The cards of the players by slot. */
	readonly cards: ReadonlyMap<string, CardPlayer>;
	readonly stat: ViewContext["stat"];
	/** Renders an empty slot. */
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
					<PlayerName id={player.entry.id} name={player.name} className={styles.link} />
				</b>
				<small>
					{card.status ? <StatusBadge status={card.status} label={t(`status.${card.status}`)} /> : null}{" "}
					{card.positions}
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

/** The columns of the head: five, and one for actions. */
const countColumns = (hasActions: boolean): number => (hasActions ? 6 : 5);

const Row = ({ view, cards, stat, renderEmpty, renderActions }: Omit<Props, "slots"> & { readonly view: SlotView }) => {
	const { t } = useTranslation();
	const { player } = view;
	const card = cards.get(view.key);
	if (!player || !card)
		return (
			<tr>
				<td colSpan={countColumns(renderActions !== undefined)} data-place={view.key}>
					{renderEmpty(view)}
				</td>
			</tr>
		);
	return (
		<tr data-role={card.role ?? undefined} data-change={card.change ?? undefined}>
			<th scope="row">
				<PlayerCell player={player} card={card} />
			</th>
			<td className={styles.wide}>{formatFixture(player.fixture) ?? t("card.bye")}</td>
			<td className={styles.wide}>{card.price}</td>
			<td className={styles.number}>
				<StatFigure text={formatStat(player.entry, stat)} />
			</td>
			<td className={styles.number}>
				<ScoreCell card={card} />
			</td>
			{renderActions ? (
				<td className={styles.actions} data-place={view.key}>
					{renderActions(view)}
				</td>
			) : null}
		</tr>
	);
};

const Head = ({ slots, stat, renderActions }: Pick<Props, "slots" | "stat" | "renderActions">) => {
	const { t } = useTranslation();
	const isProjected = slots.every(({ roundScore }) => roundScore === null || roundScore.kind === "projected");
	return (
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
					{t(`stat.${stat}`)}
				</th>
				<th scope="col" className={styles.number}>
					{t(isProjected ? "team.projected" : "team.listScore")}
				</th>
				{renderActions ? <td /> : null}
			</tr>
		</thead>
	);
};

/** The groups that are rendered first: about as many rows as a screen shows. */
const FIRST_GROUPS = 2;

/** The team as a table. Rows below the first screenful are rendered right after the others. */
export const TeamList = ({ slots, ...rest }: Props) => {
	const { t } = useTranslation();
	const groupCount = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_GROUPS);
	const groups = [
		...(["FWD", "MID", "RUC", "DEF"] as const).map((line) => ({
			title: t(`lineName.${line}`),
			views: slots.filter(({ slot }) => slot.area === "field" && slot.line === line),
		})),
		{ title: t("team.benchTitle"), views: slots.filter(({ slot }) => slot.area !== "field") },
	];
	return (
		<table className={styles.list}>
			<Head slots={slots} {...rest} />
			{groups.slice(0, groupCount).map(({ title, views }) => (
				<tbody key={title}>
					<tr className={styles.group}>
						<th scope="rowgroup" colSpan={countColumns(rest.renderActions !== undefined)}>
							{title}
						</th>
					</tr>
					{views.map((view) => (
						<Row key={view.key} view={view} {...rest} />
					))}
				</tbody>
			))}
		</table>
	);
};
