import type { SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, showDraftLeague, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { listTrades, showTradeTeams } from "@first-bounce/contract/draft/trades";
import type { TradeContext } from "@first-bounce/rules/draft/trades";
import type { TeamId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { formatSeatName } from "../../../draft-league/seat-name.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { onDraftChange } from "../../../live/draft-events.ts";
import { buildTradeContext, type TradeLeague } from "./offer.ts";

/** The trades of a drafted league, for its pages. */
export interface Trades extends TradeLeague {
	readonly league: DraftLeague;
	readonly season: Season;
	readonly list: SuccessOf<typeof listTrades>;
	readonly context: TradeContext;
	/** The user's team. */
	readonly ownTeamId: TeamId | null;
	readonly getTeamName: (teamId: TeamId) => string;
}

/** The live stream has no event for offers. */
const REFETCH_MS = 30_000;
const OPTIONS = { staleTime: 10_000, refetchInterval: REFETCH_MS, meta: { noErrorModal: true } };

const TradesContext = createContext<Trades | null>(null);

export function useTrades(): Trades {
	const trades = useContext(TradesContext);
	if (!trades) throw new Error("useTrades must be used inside of LoadedTrades");
	return trades;
}

/** Loads trades and squads again after a change. */
export function useTradesRefresh(leagueId: number): () => Promise<unknown> {
	const queries = useQueryClient();
	return () =>
		Promise.all(
			[listTrades, showTradeTeams, showDraftTeams].map((call) =>
				queries.invalidateQueries({ queryKey: callKey(call, { params: { id: leagueId } }) }),
			),
		);
}

function useLoadedTrades(leagueId: number) {
	const { t } = useTranslation();
	const args = { params: { id: leagueId } };
	const season = useSeason();
	const league = useCall(showDraftLeague, args, OPTIONS);
	const named = useCall(showDraftTeams, args, OPTIONS);
	const list = useCall(listTrades, args, OPTIONS);
	const teams = useCall(showTradeTeams, args, OPTIONS);
	const refresh = useTradesRefresh(leagueId);
	useEffect(
		() =>
			onDraftChange((change) => {
				if (change.kind === "version" && change.leagueId === leagueId) void refresh();
			}),
		[leagueId, refresh],
	);
	const names = useMemo(
		() =>
			new Map(
				(named.data?.teams ?? []).map(({ teamId, teamName, isRobot }, index) => [
					teamId,
					formatSeatName({ teamName, isRobot, number: index + 1 }, t),
				]),
			),
		[named.data, t],
	);
	const queries = [league, named, list, teams];
	const isLoaded = season.state === "ready" && league.data && named.data && list.data && teams.data;
	const tradeLeague = isLoaded ? { teams: teams.data.teams, rules: league.data.league.squad } : null;
	const value: Trades | null =
		isLoaded && tradeLeague
			? {
					...tradeLeague,
					league: league.data.league,
					season: season.value,
					list: list.data,
					context: buildTradeContext(tradeLeague),
					ownTeamId: league.data.league.myTeamId,
					getTeamName: (teamId) => names.get(teamId) ?? "",
				}
			: null;
	const failed = queries.find(({ data, error }) => error !== null && data === undefined)?.error ?? null;
	const error = season.state === "error" ? season.error : failed;
	const retry = () => {
		if (season.state === "error") season.retry();
		for (const { data, refetch } of queries) if (data === undefined) void refetch();
	};
	return { value, error, retry };
}

/** Shows its children once the league's trades are loaded. */
export const LoadedTrades = ({ leagueId, children }: { readonly leagueId: number; readonly children: ReactNode }) => {
	const { t } = useTranslation();
	const { value, error, retry } = useLoadedTrades(leagueId);
	if (error && !value) return <ErrorState reason={getErrorMessage(error, t)} onRetry={retry} />;
	if (!value) return <Skeleton height="60vh" radius="var(--radius-l)" />;
	return <TradesContext value={value}>{children}</TradesContext>;
};
