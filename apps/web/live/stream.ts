import { type SeasonClock, showClock } from "@first-bounce/contract/clock";
import { myLeagues, showLeague } from "@first-bounce/contract/league";
import { leagueFeed } from "@first-bounce/contract/league-feed";
import { h2hLeagueRankings, h2hMatchUps } from "@first-bounce/contract/league-ladder";
import { LIVE_PATH, type LiveVersion } from "@first-bounce/contract/live";
import { openLeagueRankings } from "@first-bounce/contract/rankings";
import { showScoreLedger } from "@first-bounce/contract/score-ledger";
import { overallRank, showMyTeam } from "@first-bounce/contract/team";
import { showTeamHistoryOf } from "@first-bounce/contract/team-history";
import { listTrades } from "@first-bounce/contract/trade";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callKey } from "../api/use-call.ts";
import { staticKey } from "../api/use-static.ts";
import { LANGUAGE } from "../wording/language.ts";

/** Answers that follow the standings. */
const STANDINGS = [overallRank, openLeagueRankings, showMyTeam, listTrades, showScoreLedger, showTeamHistoryOf];
const LEAGUES = [myLeagues, showLeague, leagueFeed, h2hLeagueRankings, h2hMatchUps];

export function refetchStandings(queries: QueryClient): void {
	for (const call of [...STANDINGS, ...LEAGUES]) void queries.invalidateQueries({ queryKey: callKey(call) });
}

function takeClock(queries: QueryClient, clock: SeasonClock): void {
	queries.setQueryData(callKey(showClock, {}), clock);
}

function takeVersion(queries: QueryClient, { checksums, clock, standings }: LiveVersion): void {
	takeClock(queries, clock);
	queries.setQueryData(staticKey("checksums"), checksums);
	if (standings) refetchStandings(queries);
}

/** After so long, and up to twice it, a stream that was refused is asked for again: not by everyone at once. */
const ANEW_AFTER = 15_000;

/**
 * Opens the stream, and again when the server or a proxy refuses it: a browser itself tries again only after a line
 * that broke. Answers how to close it.
 */
function openStream(queries: QueryClient): () => void {
	let source: EventSource;
	let again: ReturnType<typeof setTimeout> | undefined;
	const open = () => {
		source = new EventSource(`/api/${LANGUAGE}${LIVE_PATH}`);
		source.addEventListener("version", ({ data }) => takeVersion(queries, JSON.parse(data)));
		source.addEventListener("clock", ({ data }) => takeClock(queries, JSON.parse(data)));
		source.addEventListener("error", () => {
			if (source.readyState === EventSource.CLOSED) again = setTimeout(open, ANEW_AFTER * (1 + Math.random()));
		});
	};
	open();
	return () => {
		clearTimeout(again);
		source.close();
	};
}

/** Listens while the page is open. Without the stream the polls go on alone, so its loss needs no words. */
export function useLiveStream(): void {
	const queries = useQueryClient();
	useEffect(() => openStream(queries), [queries]);
}
