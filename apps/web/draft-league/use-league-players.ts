import { type FreeAgent, listFreeAgents, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { listTrades, showTradeTeams } from "@first-bounce/contract/draft/trades";
import { listTransactions, listWaiverRuns, showClaims } from "@first-bounce/contract/draft/waivers";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { callKey } from "../api/use-call.ts";
import { useQuietCall } from "../api/use-quiet-call.ts";
import { onDraftChange } from "../live/draft-events.ts";
import { LEAGUE_OPTIONS, useLeagueTeams } from "./use-league-teams.ts";

interface LeagueTeam {
	readonly teamId: TeamId;
	readonly name: string;
	readonly playerIds: readonly PlayerId[];
	/** The players who need a place: all but a player in the injured place. */
	readonly placedIds: readonly PlayerId[];
}

/** Who owns each player of a drafted league. */
export interface LeaguePlayers {
	readonly teamById: ReadonlyMap<TeamId, LeagueTeam>;
	/** The user's team; null without one. */
	readonly ownTeam: LeagueTeam | null;
	readonly ownerById: ReadonlyMap<PlayerId, LeagueTeam>;
	/** Who cannot be dropped. */
	readonly protectedIds: ReadonlySet<PlayerId>;
	/** Free agents and players on waivers. `rank`: her place among them, the best first. */
	readonly unownedById: ReadonlyMap<PlayerId, FreeAgent & { readonly rank: number }>;
}

/** Loads squads, free agents, claims, trades and the log again after a change. */
export function useLeagueRefresh(leagueId: number): () => Promise<unknown> {
	const queryClient = useQueryClient();
	const squadCalls = [showDraftTeams, listFreeAgents, showMyDraftTeam];
	const calls = [...squadCalls, showClaims, listWaiverRuns, listTrades, showTradeTeams];
	return () =>
		Promise.all([
			...calls.map((call) => queryClient.invalidateQueries({ queryKey: callKey(call, { params: { id: leagueId } }) })),
			queryClient.invalidateQueries({ queryKey: callKey(listTransactions) }),
		]);
}

/** Refreshes the league when the live stream brings a change of it. */
export function useLiveLeague(leagueId: number): void {
	const refresh = useLeagueRefresh(leagueId);
	const reload = useEffectEvent(() => void refresh());
	useEffect(
		() => onDraftChange((change) => change.kind === "version" && change.leagueId === leagueId && reload()),
		[leagueId],
	);
}

/** @param ownTeamId the user's team; null without one, undefined while it is not known */
export function useLeaguePlayers(leagueId: number, ownTeamId: TeamId | null | undefined) {
	const { result, teams } = useLeagueTeams(leagueId);
	const freeAgents = useQuietCall(listFreeAgents, { params: { id: leagueId } }, LEAGUE_OPTIONS);
	const players = useMemo(
		(): LeaguePlayers => ({
			teamById: new Map(teams.map((team) => [team.teamId, team])),
			ownTeam: teams.find(({ teamId }) => teamId === ownTeamId) ?? null,
			ownerById: new Map(teams.flatMap((team) => team.playerIds.map((id) => [id, team] as const))),
			protectedIds: new Set(result.data?.protectedIds),
			unownedById: new Map(
				freeAgents.data?.players.map((freeAgent, index) => [freeAgent.playerId, { ...freeAgent, rank: index + 1 }]),
			),
		}),
		[teams, result.data, freeAgents.data, ownTeamId],
	);
	return { players, queries: [result, freeAgents] };
}
