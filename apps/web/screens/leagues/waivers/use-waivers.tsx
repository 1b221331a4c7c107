import type { SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { type ClaimList, listWaiverRuns, saveClaims, showClaims } from "@first-bounce/contract/draft/waivers";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { createLockCheck, isNeverLocked, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useMemo, useRef } from "react";
import { client, lastingClient } from "../../../api/client.ts";
import { isRetryable } from "../../../api/retry.ts";
import type { Season } from "../../../api/season-model.ts";
import { callKey } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSavedParts } from "../../../api/use-saved-parts.ts";
import { useSeason } from "../../../api/use-season.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { type LeaguePlayers, useLeaguePlayers, useLiveLeague } from "../../../draft-league/use-league-players.ts";
import { LEAGUE_OPTIONS } from "../../../draft-league/use-league-teams.ts";
import { useSeasonNow } from "../../../live/season-clock.ts";
import { useRequiredContext } from "../frame/use-required-context.ts";
import { useLeague } from "../league/use-league.ts";

export type Claim = ClaimList["claims"][number];
/** A claim in a request, without its time, which the server sets. */
type SentClaim = Omit<Claim, "createdAt">;

/** A player may be claimed several times, each time for another player who is dropped. */
export const getClaimKey = ({ playerId, dropId }: Pick<Claim, "playerId" | "dropId">): string =>
	`${playerId}-${dropId ?? 0}`;

export const toSentClaims = (claims: readonly SentClaim[]): SentClaim[] =>
	claims.map(({ playerId, dropId, bid, group }) => ({ playerId, dropId, bid, group }));

const REFETCH_MS = 60_000;

/** The user's claims. A change is shown at once; if it is refused, the saved claims are shown again. */
function useClaims(leagueId: number, isEnabled: boolean) {
	const queryClient = useQueryClient();
	const args = { params: { id: leagueId } };
	// A key of its own, because a load for another part, such as the league's header, would replace unsaved changes.
	const queryKey = useMemo(() => [...callKey(showClaims, { params: { id: leagueId } }), "edited"], [leagueId]);
	const markOthersStale = () =>
		queryClient.invalidateQueries({ queryKey: callKey(showClaims, args), exact: true, refetchType: "none" });
	const savesUnderWay = useRef(0);
	/** The version that a save is based on; undefined while another one is under way, which will change it. */
	const getVersion = () =>
		savesUnderWay.current > 0 ? undefined : queryClient.getQueryData<ClaimList>(queryKey)?.version;
	const setVersion = (version: number) =>
		queryClient.setQueryData<ClaimList>(queryKey, (shown) => shown && { ...shown, version });
	/** Claims that were sent, but the answer was lost: the server has them or not. */
	const unanswered = useRef<readonly SentClaim[] | null>(null);
	/** Takes over the version of these claims if the server has them, so that it is not taken for that of another device. */
	const adoptUnanswered = async () => {
		if (!unanswered.current) return;
		const { claims, version } = await client(showClaims, args);
		if (JSON.stringify(toSentClaims(claims)) === JSON.stringify(unanswered.current)) setVersion(version);
		unanswered.current = null;
	};
	const { result, change, isUnsaved } = useSavedParts<ClaimList, "claims" | "version">({
		queryKey,
		load: (signal) => client(showClaims, { ...args, signal }),
		send: async ({ claims }) => {
			await adoptUnanswered();
			const body = { claims: toSentClaims(claims), version: getVersion() };
			savesUnderWay.current++;
			try {
				setVersion((await lastingClient(saveClaims, { ...args, body })).version);
			} catch (error) {
				if (isRetryable(error)) unanswered.current = body.claims;
				throw error;
			} finally {
				savesUnderWay.current--;
			}
			await markOthersStale();
		},
		isEnabled,
		refetchInterval: REFETCH_MS,
	});
	/** Shows claims as the server has saved them. */
	const showSaved = (saved: ClaimList) => {
		// A request that is under way may be answered as of before the change.
		void queryClient.cancelQueries({ queryKey });
		queryClient.setQueryData(queryKey, saved);
		void markOthersStale();
	};
	const setClaims = (claims: Claim[]) => {
		const shown = queryClient.getQueryData<ClaimList>(queryKey);
		// Until they are saved, the claims keep the version that they were changed from.
		if (shown) change("version", shown.version);
		change("claims", claims);
	};
	const reload = () => void queryClient.invalidateQueries({ queryKey });
	return { result, isUnsaved, getVersion, showSaved, setClaims, reload };
}
type Claims = ReturnType<typeof useClaims>;

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
export const useWaivers = (): Waivers => useRequiredContext(WaiversContext);

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

/** Loads who owns each player of a league, and the user's claims, for the pages inside it. */
export const LoadedWaivers = ({ children }: { readonly children: ReactNode }) => {
	const { id, startId } = useLeague();
	const args = { params: { id } };
	const season = useSeason();
	const league = useQuietCall(showDraftLeague, args, LEAGUE_OPTIONS);
	const ownTeamId = league.data?.league.myTeamId;
	const { players, queries: playerQueries } = useLeaguePlayers(id, ownTeamId);
	const runs = useQuietCall(listWaiverRuns, args, LEAGUE_OPTIONS);
	const hasTeam = typeof ownTeamId === "number";
	const claims = useClaims(id, hasTeam);
	useLiveLeague(id);
	const locks = useLocks(season.state === "ready" ? season.value : null, startId);
	const queries = [league, runs, ...playerQueries, ...(hasTeam ? [claims.result] : [])];
	const areLoaded = queries.every(({ data }) => data !== undefined);
	if (season.state !== "ready" || !league.data || !runs.data || !areLoaded)
		return <LoadingOrError of={[season, ...queries]} height="70vh" />;
	const value = { league: league.data.league, season: season.value, ...players, claims, runs: runs.data, ...locks };
	return <WaiversContext value={value}>{children}</WaiversContext>;
};
