import { showRankings } from "@first-bounce/contract/stats/rankings";
import { RANK_ORDERS } from "@first-bounce/rules/rankings/ranks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { callKey } from "../../../api/use-call.ts";
import { useStatic } from "../../../api/use-static.ts";
import { paths } from "../../../app/paths.ts";
import { PAGE_SIZE, type TableView } from "../../../components/ranking-table/paging.ts";
import { RankingPages } from "../../../components/ranking-table/ranking-pages.tsx";
import { RankingTable } from "../../../components/ranking-table/ranking-table.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { ErrorState, Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import { LadderBar, type LadderProps } from "./ladder-bar.tsx";

/** Ten teams per page, highest total points first (D2.9.02). */
export const OpenLadder = ({ league, rounds, roundId, onRound }: LadderProps) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const squads = useStatic("squads").data ?? [];
	const [{ page, ...shown }, setView] = useState({
		page: 1,
		order: "totalPoints" as TableView["order"],
		direction: "desc" as TableView["direction"],
	});
	const change = (part: Partial<TableView>) => setView((previous) => ({ ...previous, page: 1, ...part }));
	const args = { query: { leagueId: league.id, page, limit: PAGE_SIZE, ...shown, roundId } };
	const result = useQuery({
		queryKey: callKey(showRankings, args),
		queryFn: ({ signal }) => client(showRankings, { ...args, signal }),
		placeholderData: keepPreviousData,
	});
	const { data, error } = result;
	const shownRound = roundId || (rounds[0] ?? 0);
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void result.refetch()} />;
	return (
		<>
			<LadderBar
				rounds={rounds}
				roundId={roundId}
				onRound={(next) => {
					change({});
					onRound(next);
				}}
				isLive={data?.isLive ?? false}
			>
				<SelectChip
					label={t("leagues.ladder.order")}
					value={shown.order}
					choices={RANK_ORDERS.map((order) => ({ value: order, label: t(`rankings.by.${order}`) }))}
					onChange={(order) => change({ order })}
				/>
			</LadderBar>
			{league.status === "scheduled" ? (
				<Notice tone="info">
					{t("leagues.ladder.notYet", { round: formatRoundName(league.startId) })}. {t("leagues.ladder.notYetText")}
				</Notice>
			) : null}
			<RankingTable
				clubs={new Map(squads.map((squad) => [squad.id, squad]))}
				view={{ ...shown, roundId }}
				onChange={change}
				data={data}
				isStale={result.isPlaceholderData}
				getUrl={({ userId }) => (shownRound > 0 ? paths.userTeam.to(shownRound, userId) : undefined)}
			/>
			{data && data.total > PAGE_SIZE ? (
				<RankingPages
					page={page}
					total={data.total}
					onPage={(next) => setView((previous) => ({ ...previous, page: next }))}
				/>
			) : null}
		</>
	);
};
