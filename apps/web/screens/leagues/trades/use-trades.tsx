import type { SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { listTrades, showTradeTeams } from "@first-bounce/contract/draft/trades";
import type { TradeContext } from "@first-bounce/rules/draft/trades";
import type { TeamId } from "@first-bounce/rules/ids";
import type { ReactNode } from "react";
import { createContext } from "react";
import type { Season } from "../../../api/season-model.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { useLeagueNames } from "../../../draft-league/use-league-names.ts";
import { useLiveLeague } from "../../../draft-league/use-league-players.ts";
import { useRequiredContext } from "../frame/use-required-context.ts";
import { useLeague } from "../league/use-league.ts";
import { buildTradeContext, type TradeLeague } from "./offer.ts";

interface Trades extends TradeLeague {
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
const OPTIONS = { staleTime: 10_000, refetchInterval: REFETCH_MS };

const TradesContext = createContext<Trades | null>(null);
export const useTrades = (): Trades => useRequiredContext(TradesContext);

/** Loads a league's trades, for the pages inside it. */
export const LoadedTrades = ({ children }: { readonly children: ReactNode }) => {
	const { id } = useLeague();
	const args = { params: { id } };
	const season = useSeason();
	const league = useQuietCall(showDraftLeague, args, OPTIONS);
	const names = useLeagueNames(id);
	const list = useQuietCall(listTrades, args, OPTIONS);
	const teams = useQuietCall(showTradeTeams, args, OPTIONS);
	useLiveLeague(id);
	if (season.state !== "ready" || !league.data || !names.isLoaded || !list.data || !teams.data)
		return <LoadingOrError of={[season, league, names.result, list, teams]} height="60vh" />;
	const tradeLeague = { teams: teams.data.teams, rules: league.data.league.squad };
	const value = {
		...tradeLeague,
		league: league.data.league,
		season: season.value,
		list: list.data,
		context: buildTradeContext(tradeLeague),
		ownTeamId: league.data.league.myTeamId,
		getTeamName: names.getTeamName,
	};
	return <TradesContext value={value}>{children}</TradesContext>;
};
