import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { ReactNode } from "react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { StatusBadge } from "../../../../components/badges/badges.tsx";
import { Icon } from "../../../../components/icon/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../../components/menu/action-menu.tsx";
import { formatAverage, formatInteger, formatPoints } from "../../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../../players/player-format.ts";
import { PlayerSummary } from "../../../../players/player-summary.tsx";
import { useByeText } from "../../frame/use-bye-text.ts";
import styles from "./player-pool.module.css";
import type { PlayerProblem } from "./use-free-players.ts";
import type { PreferenceList } from "./use-preferences.ts";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Season;
	readonly rank: number;
	/** In the rest of the season. */
	readonly projectedPoints: number;
	/** Her average of last season; null without one. */
	readonly lastSeason: number | null;
	/** Her average pick in other drafts; null without enough of them. */
	readonly averagePick: number | null;
	readonly problem: PlayerProblem;
	/** Whether the viewer has a pick to make. */
	readonly mayPick: boolean;
	/** Whether the viewer's lists are loaded, so that they can be changed. */
	readonly hasLists: boolean;
	readonly isQueued: boolean;
	readonly isRanked: boolean;
	readonly isUnwanted: boolean;
	readonly onPick: (id: PlayerId) => void;
	readonly onToggle: (list: PreferenceList, id: PlayerId) => void;
}

interface FiguresProps {
	readonly player: PlayerEntry;
	readonly projectedPoints: number;
	readonly children?: ReactNode;
}

/** Projected points, and below them the average or, before her first match, the estimate. */
export const Figures = ({ player: { stats }, projectedPoints, children }: FiguresProps) => {
	const { t } = useTranslation();
	return (
		<span className={styles.figures}>
			<b>
				{formatPoints(projectedPoints)}
				<span className="spoken"> {t("draftRoom.pool.projectedLabel")}</span>
			</b>
			<small>
				{stats.gamesPlayed > 0
					? t("draftRoom.pool.average", { points: formatAverage(stats.avgPoints) })
					: t("draftRoom.pool.estimate", { points: formatAverage(stats.estimate) })}
			</small>
			{children}
		</span>
	);
};

/** Adds her to the viewer's lists, or removes her. */
const ListMenu = (props: Props & { readonly name: string }) => {
	const { player, name, hasLists, isQueued, isRanked, isUnwanted, onToggle } = props;
	const { t } = useTranslation();
	const listActions = (): readonly MenuAction<PreferenceList>[] => [
		{ id: "queue", label: t(isQueued ? "draftRoom.list.unqueue" : "draftRoom.list.queue"), icon: "plus" },
		{ id: "ranking", label: t(isRanked ? "draftRoom.list.unrank" : "draftRoom.list.rank"), icon: "rankings" },
		{ id: "doNotDraft", label: t(isUnwanted ? "draftRoom.list.want" : "draftRoom.list.doNotDraft"), icon: "close" },
	];
	return (
		<ActionMenu
			label={t("draftRoom.pool.moreOf", { name })}
			getActions={listActions}
			onAction={(list) => onToggle(list, player.id)}
		>
			{(trigger) => (
				<button
					type="button"
					className={styles.more}
					disabled={!hasLists}
					aria-label={t("draftRoom.pool.moreOf", { name })}
					{...trigger}
				>
					<Icon name="more" size={18} />
				</button>
			)}
		</ActionMenu>
	);
};

/** A free player with her figures, and what the viewer may do with her. */
export const PoolPlayer = memo((props: Props) => {
	const { player, season, rank, projectedPoints, lastSeason, averagePick, problem } = props;
	const { mayPick, hasLists, isQueued, isUnwanted, onPick, onToggle } = props;
	const { t } = useTranslation();
	const formatByes = useByeText(season);
	const { id, squad, squadId, position, status } = player;
	const name = getFullName(player);
	return (
		<li className={styles.row} data-dimmed={problem !== null || isUnwanted || undefined}>
			<PlayerSummary player={player} season={season}>
				<small>
					<StatusBadge status={status} label={t(`status.${status}`)} />{" "}
					{[
						`#${rank}`,
						formatPositions(position, t),
						squad.abbreviation,
						averagePick === null ? null : t("draftRoom.pool.averagePick", { pick: formatInteger(averagePick) }),
					]
						.filter((fact) => fact !== null)
						.join(" · ")}
				</small>
				{problem === null ? (
					<small>{isUnwanted ? t("draftRoom.pool.unwanted") : formatByes(squadId)}</small>
				) : (
					<small className={styles.problem}>{t(`draftRoom.problem.${problem}`)}</small>
				)}
			</PlayerSummary>
			<Figures player={player} projectedPoints={projectedPoints}>
				{lastSeason === null ? null : (
					<small>{t("draftRoom.pool.lastSeason", { points: formatAverage(lastSeason) })}</small>
				)}
			</Figures>
			{mayPick && problem === null ? (
				<button
					type="button"
					className={styles.draft}
					aria-label={t("draftRoom.pool.draftName", { name })}
					onClick={() => onPick(id)}
				>
					{t("draftRoom.pool.draft")}
				</button>
			) : (
				<button
					type="button"
					className={styles.queue}
					aria-pressed={isQueued}
					disabled={!hasLists}
					aria-label={t("draftRoom.pool.queueName", { name })}
					onClick={() => onToggle("queue", id)}
				>
					<Icon name={isQueued ? "check" : "plus"} size={18} />
				</button>
			)}
			<ListMenu {...props} name={name} />
		</li>
	);
});
