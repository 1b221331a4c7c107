import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import type { MatchEntry, MatchFile } from "@first-bounce/contract/stats/static-data";
import type { Round } from "@first-bounce/rules/round/round";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { buildStaticQuery } from "../../api/use-static.ts";
import { useIsVisitor } from "../../api/use-user.ts";
import { withParams } from "../../app/search-params.ts";
import { createOwnersLookup } from "./event-model.ts";

const ROUND_PARAM = "round";

/** The round in the URL, or the current one. Later rounds cannot be chosen. */
export function useChosenRound({ rounds, current }: Season) {
	const [search, setSearch] = useSearchParams();
	const requested = rounds.find(({ id }) => String(id) === search.get(ROUND_PARAM));
	const round = requested && current && requested.id <= current.id ? requested : current;
	const choose = (id: number) =>
		setSearch((previous) => withParams(previous, { [ROUND_PARAM]: id === current?.id ? null : id }), { replace: true });
	return { round, choose };
}

const hasStarted = ({ status }: Pick<MatchEntry, "status">): boolean => status !== "scheduled";

/**
 * The round's matches, the files of the matches that have started, and who has which players (not for a visitor). With `matchId`,
 * only that match is shown.
 */
export function useMatchCentre(round: Round, season: Season, matchId: number | null) {
	const matches = round.matches.flatMap(({ id }) => season.matchById.get(id) ?? []);
	const openMatch = matches.find(({ id }) => id === matchId);
	const started = matches.filter(hasStarted);
	const files = useQueries({
		queries: started.map(({ id }) => ({
			...buildStaticQuery(`matches/${id}`),
			staleTime: Number.POSITIVE_INFINITY,
			meta: { noErrorModal: true },
		})),
		combine: (results) => ({
			loaded: results.flatMap(({ data }): MatchFile[] => (data ? [data] : [])),
			isPending: results.some(({ isPending }) => isPending),
			failed: results.filter(({ error, data }) => error && !data),
		}),
	});
	const isVisitor = useIsVisitor();
	const owners = useQuietCall(showRoundPlayers, { params: { roundId: round.id } }, { enabled: !isVisitor });
	// Each match that starts reveals more of the opponents' players.
	const refetch = useEffectEvent(() => {
		if (!isVisitor) void owners.refetch();
	});
	useEffect(() => {
		if (started.length > 0) refetch();
	}, [started.length]);
	const getPlayerOwners = useMemo(() => createOwnersLookup(owners.data), [owners.data]);
	return {
		round,
		season,
		openMatch,
		shownMatches: openMatch ? [openMatch] : matches,
		files,
		shownFiles: openMatch ? files.loaded.filter(({ id }) => id === openMatch.id) : files.loaded,
		owners,
		getPlayerOwners,
	};
}
export type MatchCentre = ReturnType<typeof useMatchCentre>;
