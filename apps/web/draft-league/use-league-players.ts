import { type FreeAgent, listFreeAgents, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { listTrades, showTradeTeams } from "@first-bounce/contract/draft/trades";
import { listTransactions, listWaiverRuns, showClaims } from "@first-bounce/contract/draft/waivers";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall } from "../api/use-call.ts";
import { useSeason } from "../api/use-season.ts";
import { onDraftChange } from "../live/draft-events.ts";
import { formatSeatName } from "./seat-name.ts";

interface LeagueTeam {
	readonly teamId: TeamId;
	readonly name: string;
	readonly playerIds: readonly PlayerId[];
	/** The players who need a place: all but the one in the injured place. */
	readonly placedIds: readonly PlayerId[];
}

/** A drafted league's players with who owns them. */
export interface LeaguePlayers {
	readonly teamById: ReadonlyMap<TeamId, LeagueTeam>;
	/** The user's team; null without one. */
	readonly own: LeagueTeam | null;
	readonly ownerById: ReadonlyMap<PlayerId, LeagueTeam>;
	/** Who cannot be dropped. */
	readonly protectedIds: ReadonlySet<PlayerId>;
	/** Players whom nobody owns. Those whom the server names first are the best. */
	readonly agentById: ReadonlyMap<PlayerId, FreeAgent & { readonly rank: number }>;
}

/** Squads also change by other managers' moves and by runs, which the live stream need not bring. */
export const LEAGUE_OPTIONS = { staleTime: 15_000, refetchInterval: 20_000, meta: { noErrorModal: true } };

/** Loads squads, free agents, claims, trades and the log again after a change. */
export function useLeagueRefresh(leagueId: number): () => Promise<unknown> {
	const queries = useQueryClient();
	const calls = [
		showDraftTeams,
		listFreeAgents,
		showClaims,
		listWaiverRuns,
		showMyDraftTeam,
		listTrades,
		showTradeTeams,
	];
	return () =>
		Promise.all([
			...calls.map((call) => queries.invalidateQueries({ queryKey: callKey(call, { params: { id: leagueId } }) })),
			queries.invalidateQueries({ queryKey: callKey(listTransactions) }),
		]);
}

/** The league's teams in their order, robots without a name by their number. */
export function useLeagueTeams(leagueId: number) {
	const { t } = useTranslation();
	const result = useCall(showDraftTeams, { params: { id: leagueId } }, LEAGUE_OPTIONS);
	const teams = useMemo(
		() =>
			result.data?.teams.map(({ teamId, teamName, isRobot, playerIds, injuredPlayerId }, index) => ({
				teamId,
				name: formatSeatName({ teamName, isRobot, number: index + 1 }, t),
				playerIds,
				placedIds: playerIds.filter((id) => id !== injuredPlayerId),
			})) ?? [],
		[result.data, t],
	);
	return { result, teams };
}

/** The names of the league's teams in their order, and of players. */
export function useLeagueNames(leagueId: number) {
	const { t } = useTranslation();
	const season = useSeason();
	const { teams, result } = useLeagueTeams(leagueId);
	const lookup = season.state === "ready" ? season.value.lookup : null;
	const names = new Map(teams.map(({ teamId, name }) => [teamId, name]));
	return {
		result,
		teams: names,
		isLoaded: lookup !== null && result.data !== undefined,
		getPlayerName: (id: PlayerId) => lookup?.(id)?.name ?? String(id),
		getTeamName: (id: TeamId | null) => names.get(id ?? 0) ?? t("rankings.formerTeam"),
	};
}
export type LeagueNames = ReturnType<typeof useLeagueNames>;

/** Loads a league again when the live stream brings a change of it. */
export function useLiveLeague(leagueId: number): void {
	const refresh = useEffectEvent(useLeagueRefresh(leagueId));
	useEffect(
		() => onDraftChange((change) => change.kind === "version" && change.leagueId === leagueId && void refresh()),
		[leagueId],
	);
}

/** @param ownTeamId the user's team; null without one, undefined while it is not known */
export function useLeaguePlayers(leagueId: number, ownTeamId: TeamId | null | undefined) {
	const { result, teams } = useLeagueTeams(leagueId);
	const agents = useCall(listFreeAgents, { params: { id: leagueId } }, LEAGUE_OPTIONS);
	const players = useMemo(
		(): LeaguePlayers => ({
			teamById: new Map(teams.map((team) => [team.teamId, team])),
			own: teams.find(({ teamId }) => teamId === ownTeamId) ?? null,
			ownerById: new Map(teams.flatMap((team) => team.playerIds.map((id) => [id, team] as const))),
			protectedIds: new Set(result.data?.protectedIds),
			agentById: new Map(agents.data?.players.map((agent, index) => [agent.playerId, { ...agent, rank: index + 1 }])),
		}),
		[teams, result.data, agents.data, ownTeamId],
	);
	return { players, queries: [result, agents] };
}
