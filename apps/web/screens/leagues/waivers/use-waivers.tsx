import type { SuccessOf } from "@first-bounce/contract/call";
import {
	type DraftLeague,
	type freeAgent,
	listFreeAgents,
	showDraftLeague,
	showDraftTeams,
} from "@first-bounce/contract/draft/draft";
import { showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { listTransactions, listWaiverRuns, showClaims } from "@first-bounce/contract/draft/waivers";
import type { PlayerId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { createLockCheck, isNeverLocked, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { Season } from "../../../api/season-model.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useSeasonNow } from "../../../live/season-clock.ts";
import { formatSeatName } from "../draft/model/seat-style.ts";
import { type Claims, useClaims } from "./use-claims.ts";

export type FreeAgent = z.output<typeof freeAgent>;

export interface LeagueTeam {
	readonly teamId: TeamId;
	readonly name: string;
	/** The players who need a place: all but the one in the injured place. */
	readonly playerIds: readonly PlayerId[];
	readonly injuredId: PlayerId | null;
}

/** What is known of a drafted league's players, for its pages and dialogs. */
export interface Waivers {
	readonly league: DraftLeague;
	readonly season: Season;
	readonly teamById: ReadonlyMap<TeamId, LeagueTeam>;
	/** The user's team. */
	readonly own: LeagueTeam | null;
	readonly ownerById: ReadonlyMap<PlayerId, LeagueTeam>;
	/** Who cannot be dropped. */
	readonly protectedIds: ReadonlySet<PlayerId>;
	/** Players whom nobody owns. Those whom the server names first are the best. */
	readonly agentById: ReadonlyMap<PlayerId, FreeAgent & { readonly rank: number }>;
	readonly claims: Claims;
	/** The order of the teams, and runs that have been and are to come. */
	readonly runs: SuccessOf<typeof listWaiverRuns>;
	readonly isLocked: LockCheck;
	/** Season time. */
	readonly now: SeasonTime;
}

const STALE_MS = 15_000;
const REFETCH_MS = 60_000;
const OPTIONS = { staleTime: STALE_MS, refetchInterval: REFETCH_MS, meta: { noErrorModal: true } };

const WaiversContext = createContext<Waivers | null>(null);

export function useWaivers(): Waivers {
	const waivers = useContext(WaiversContext);
	if (!waivers) throw new Error("useWaivers must be used inside of LoadedWaivers");
	return waivers;
}

/** Loads squads, free agents and claims again after a change. */
export function useWaiversRefresh(leagueId: number): () => Promise<unknown> {
	const queries = useQueryClient();
	const calls = [showDraftTeams, listFreeAgents, showClaims, listWaiverRuns, showMyDraftTeam];
	return () =>
		Promise.all([
			...calls.map((call) => queries.invalidateQueries({ queryKey: callKey(call, { params: { id: leagueId } }) })),
			queries.invalidateQueries({ queryKey: callKey(listTransactions) }),
		]);
}

/** Who is locked: from the league's start round on, as in the classic game. */
function useLocks(season: Season | null, startRoundId: number) {
	const current = season?.current;
	const now = useSeasonNow((time) => (current ? getNextLockTime(current, time) : null));
	const team = { startRoundId, bank: 0 };
	const check = season
		? createLockCheck(team, { rounds: season.rounds, getPlayer: season.lookup, now })
		: isNeverLocked;
	return { now, isLocked: check };
}

/** A league's players with who owns them, and the user's claims. */
function useLoadedWaivers(leagueId: number, startRoundId: number) {
	const { t } = useTranslation();
	const args = { params: { id: leagueId } };
	const season = useSeason();
	const league = useCall(showDraftLeague, args, OPTIONS);
	const teams = useCall(showDraftTeams, args, OPTIONS);
	const agents = useCall(listFreeAgents, args, OPTIONS);
	const runs = useCall(listWaiverRuns, args, OPTIONS);
	const hasTeam = league.data?.league.myTeamId != null;
	const claims = useClaims(leagueId, hasTeam);
	const locks = useLocks(season.state === "ready" ? season.value : null, startRoundId);
	const squads = useMemo(() => {
		const listed = (teams.data?.teams ?? []).map(
			({ teamId, teamName, isRobot, injuredPlayerId: injuredId = null, ...team }, index) => ({
				teamId,
				name: formatSeatName({ teamName, isRobot, number: index + 1 }, t),
				playerIds: team.playerIds.filter((id) => id !== injuredId),
				injuredId,
			}),
		);
		return {
			teamById: new Map(listed.map((team) => [team.teamId, team])),
			ownerById: new Map(
				listed.flatMap((team) =>
					[...team.playerIds, ...(team.injuredId === null ? [] : [team.injuredId])].map((id) => [id, team] as const),
				),
			),
			protectedIds: new Set(teams.data?.protectedIds),
		};
	}, [teams.data, t]);
	const agentById = useMemo(
		() => new Map(agents.data?.players.map((agent, index) => [agent.playerId, { ...agent, rank: index + 1 }])),
		[agents.data],
	);
	const queries = [league, teams, agents, runs, ...(hasTeam ? [claims.result] : [])];
	const areLoaded = queries.every(({ data }) => data !== undefined);
	const isLoaded = season.state === "ready" && areLoaded && league.data && agents.data && runs.data;
	const value: Waivers | null = isLoaded
		? {
				league: league.data.league,
				season: season.value,
				...squads,
				own: squads.teamById.get(league.data.league.myTeamId ?? 0) ?? null,
				agentById,
				claims,
				runs: runs.data,
				...locks,
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

interface Props {
	readonly leagueId: number;
	readonly startRoundId: number;
	readonly children: ReactNode;
}

/** Shows its children once the league's players and claims are loaded. */
export const LoadedWaivers = ({ leagueId, startRoundId, children }: Props) => {
	const { t } = useTranslation();
	const { value, error, retry } = useLoadedWaivers(leagueId, startRoundId);
	if (error && !value) return <ErrorState reason={getErrorMessage(error, t)} onRetry={retry} />;
	if (!value) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	return <WaiversContext value={value}>{children}</WaiversContext>;
};
