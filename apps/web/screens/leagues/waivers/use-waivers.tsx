import type { SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { listWaiverRuns } from "@first-bounce/contract/draft/waivers";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { createLockCheck, isNeverLocked, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { createContext, type ReactNode, useContext } from "react";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Loading } from "../../../components/states/loading.tsx";
import {
	LEAGUE_OPTIONS,
	type LeaguePlayers,
	useLeaguePlayers,
	useLiveLeague,
} from "../../../draft-league/use-league-players.ts";
import { useSeasonNow } from "../../../live/season-clock.ts";
import { useLeague } from "../league/use-league.ts";
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

/** Loads a league's players with who owns them, and the user's claims, for the pages inside it. */
export const LoadedWaivers = ({ children }: { readonly children: ReactNode }) => {
	const { id, startId } = useLeague();
	const args = { params: { id } };
	const season = useSeason();
	const league = useCall(showDraftLeague, args, LEAGUE_OPTIONS);
	const ownTeamId = league.data?.league.myTeamId;
	const { players, queries: playerQueries } = useLeaguePlayers(id, ownTeamId);
	const runs = useCall(listWaiverRuns, args, LEAGUE_OPTIONS);
	const hasTeam = typeof ownTeamId === "number";
	const claims = useClaims(id, hasTeam);
	useLiveLeague(id);
	const locks = useLocks(season.state === "ready" ? season.value : null, startId);
	const queries = [league, runs, ...playerQueries, ...(hasTeam ? [claims.result] : [])];
	const areLoaded = queries.every(({ data }) => data !== undefined);
	if (season.state !== "ready" || !league.data || !runs.data || !areLoaded)
		return <Loading season={season} queries={queries} height="70vh" />;
	const value = { league: league.data.league, season: season.value, ...players, claims, runs: runs.data, ...locks };
	return <WaiversContext value={value}>{children}</WaiversContext>;
};
