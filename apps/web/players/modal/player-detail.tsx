import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { type ComponentType, Suspense, useEffect, useRef } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { useStatic } from "../../api/use-static.ts";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { FormSection } from "./form-section.tsx";
import { MatchStatsTable } from "./match-stats-table.tsx";
import { PlayerHeader } from "./player-header.tsx";
import styles from "./player-modal.module.css";
import { NextOpponents, PlayerStatTiles, ProjectionFacts } from "./player-overview.tsx";

export interface PlayerActionsProps {
	readonly player: PlayerEntry;
	readonly season: Season;
}

interface Props extends PlayerActionsProps {
	readonly actions?: ComponentType<PlayerActionsProps> | undefined;
	readonly onClose: () => void;
}

const SKELETON_ROWS = ["1", "2", "3", "4", "5", "6"];

const Loading = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.loading} role="status" aria-label={t("state.loading")}>
			{SKELETON_ROWS.map((line) => (
				<Skeleton key={line} height="38px" />
			))}
		</div>
	);
};

/** Her matches, refetched on every opening and whenever her stats change. */
function usePlayerMatches({ id, stats }: PlayerEntry) {
	const matches = useStatic(`player_stats/${id}`, { staleTime: 0 });
	const { refetch } = matches;
	const previousStats = useRef(stats);
	useEffect(() => {
		if (previousStats.current !== stats) void refetch();
		previousStats.current = stats;
	}, [stats, refetch]);
	return matches;
}

/** The content of the modal for a loaded player. */
export const PlayerDetail = ({ player, season, actions: Actions, onClose }: Props) => {
	const { t } = useTranslation();
	const matches = usePlayerMatches(player);
	const { data } = matches;
	const placeholder = data ? null : <LoadingOrError of={[matches]} skeleton={<Loading />} />;
	return (
		<>
			<PlayerHeader player={player} season={season} onClose={onClose} />
			<Tabs className={styles.tabs ?? ""} defaultSelectedKey="overview">
				<TabList className={styles.tabList ?? ""} aria-label={t("player.tabs")}>
					<Tab id="overview" className={styles.tab ?? ""}>
						{t("player.overview")}
					</Tab>
					<Tab id="matches" className={styles.tab ?? ""}>
						{t("player.matchStats")}
					</Tab>
				</TabList>
				<TabPanel id="overview" className={styles.panel ?? ""}>
					<ProjectionFacts player={player} season={season} />
					<NextOpponents player={player} season={season} />
					<PlayerStatTiles player={player} season={season} />
					{placeholder ?? <FormSection player={player} matches={data ?? []} season={season} />}
				</TabPanel>
				<TabPanel id="matches" className={styles.panel ?? ""}>
					{placeholder ?? <MatchStatsTable player={player} matches={data ?? []} season={season} />}
				</TabPanel>
			</Tabs>
			{Actions ? (
				<Suspense>
					<Actions player={player} season={season} />
				</Suspense>
			) : null}
		</>
	);
};
