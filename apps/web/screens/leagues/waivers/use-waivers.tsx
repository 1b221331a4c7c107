import type { SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { listWaiverRuns } from "@first-bounce/contract/draft/waivers";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { createLockCheck, isNeverLocked, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import {
	LEAGUE_OPTIONS,
	type LeaguePlayers,
	useLeaguePlayers,
	useLiveLeague,
} from "../../../draft-league/use-league-players.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useSeasonNow } from "../../../live/season-clock.ts";
import { type Claims, useClaims } from "./use-claims.ts";

/** A drafted league's players and claims, for its pages and dialogs. */
export interface Waivers extends LeaguePlayers {
	readonly league: DraftLeague;
	readonly season: Season;
	readonly claims: Claims;
	/** The order of the teams, with past and coming runs. */
	readonly runs: SuccessOf<typeof listWaiverRuns>;
	readonly isLocked: LockCheck;
	/** Season time. */
	readonly now: SeasonTime;
}

const WaiversContext = createContext<Waivers | null>(null);

export function useWaivers(): Waivers {
	const waivers = useContext(WaiversContext);
	if (!waivers) throw new Error("useWaivers must be used inside of LoadedWaivers");
	return waivers;
}

/** Which players are locked: from the league's start round on, as in the classic game. */
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
	const args = { params: { id: leagueId } };
	const season = useSeason();
	const league = useCall(showDraftLeague, args, LEAGUE_OPTIONS);
	const ownTeamId = league.data?.league.myTeamId;
	const { players, queries: playerQueries } = useLeaguePlayers(leagueId, ownTeamId);
	const runs = useCall(listWaiverRuns, args, LEAGUE_OPTIONS);
	const hasTeam = typeof ownTeamId === "number";
	const claims = useClaims(leagueId, hasTeam);
	useLiveLeague(leagueId);
	const locks = useLocks(season.state === "ready" ? season.value : null, startRoundId);
	const queries = [league, runs, ...playerQueries, ...(hasTeam ? [claims.result] : [])];
	const areLoaded = queries.every(({ data }) => data !== undefined);
	const isLoaded = season.state === "ready" && areLoaded && league.data && runs.data;
	const value: Waivers | null = isLoaded
		? { league: league.data.league, season: season.value, ...players, claims, runs: runs.data, ...locks }
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
