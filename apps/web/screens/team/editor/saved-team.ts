import type { SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import { saveDraftLineup, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { type SavedTeam, showMyTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import { listActions } from "@first-bounce/contract/team/team-actions";
import { listTrades, type submitTrades } from "@first-bounce/contract/team/trade";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import {
	type MutationState,
	type QueryClient,
	type UseMutationOptions,
	useIsMutating,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { callKey } from "../../../api/use-call.ts";
import { buildDraftTeam } from "../model/draft-team.ts";
import { buildLineupBody } from "../model/team-state.ts";

type Receipt = SavedTeam["receipt"];
/** By the draft league of the team; null for the classic team. */
const getReceiptKey = (leagueId: number | null) => ["team", "receipt", leagueId] as const;

export function cacheSavedTeam(queryClient: QueryClient, { team, rollbackAvailable, receipt }: SavedTeam): void {
	queryClient.setQueryData(callKey(showMyTeam, {}), { team, rollbackAvailable });
	queryClient.setQueryData(getReceiptKey(null), receipt);
	void queryClient.invalidateQueries({ queryKey: callKey(listActions) });
}

/** The saved team as last fetched. */
export const getCachedTeam = (queryClient: QueryClient): Team | null =>
	queryClient.getQueryData<SuccessOf<typeof showMyTeam>>(callKey(showMyTeam, {}))?.team ?? null;

/** Whether an action was refused because the team was changed elsewhere. */
export const isStaleVersion = (error: unknown): boolean =>
	error instanceof ApiFailure && error.code === "stale-version";

/** Caches the result of an action that changed trades. */
export function cacheSavedTrades(queryClient: QueryClient, saved: SuccessOf<typeof submitTrades>): void {
	const { receipt: _, ...trades } = saved;
	queryClient.setQueryData(callKey(listTrades, {}), trades);
	cacheSavedTeam(queryClient, saved);
}

export async function refetchTeam(queryClient: QueryClient): Promise<void> {
	await Promise.all(
		[showMyTeam, showMyDraftTeam, listTrades].map((call) => queryClient.invalidateQueries({ queryKey: callKey(call) })),
	);
}

/** Versions of a team that this page has replaced, each with the version that it saved instead. */
type OwnVersions = Readonly<Record<number, number>>;
const getOwnVersionsKey = (leagueId: number | null) => ["team", "own-versions", leagueId] as const;

/** Follows the changes that this page has saved since a version; returns the version after the last of them. */
export function followOwnVersions(queryClient: QueryClient, leagueId: number | null, version: number): number {
	const next = queryClient.getQueryData<OwnVersions>(getOwnVersionsKey(leagueId))?.[version];
	return next === undefined || next <= version ? version : followOwnVersions(queryClient, leagueId, next);
}

interface TeamChange<Saved> {
	/** The version that the change is based on. */
	readonly version: number;
	readonly send: (version: number) => Promise<Saved>;
	/** The line-up that is saved; missing for other changes. */
	readonly lineup?: Lineup;
}

/**
 * Sends changes of a team one at a time, also those of an earlier visit of the screen. Each is based on what the one before it
 * saved, so that a user's own change never counts as a change from elsewhere.
 */
export function useTeamChange<Saved extends { readonly team: Pick<Team, "version"> }>(
	leagueId: number | null,
	options: Omit<UseMutationOptions<Saved, Error, TeamChange<Saved>>, "mutationFn" | "scope">,
) {
	const queryClient = useQueryClient();
	return useMutation({
		...options,
		scope: { id: `team ${leagueId}` },
		mutationFn: async ({ version, send }: TeamChange<Saved>) => {
			const base = followOwnVersions(queryClient, leagueId, version);
			const saved = await send(base);
			const queryKey = getOwnVersionsKey(leagueId);
			// By default, data that no component shows is deleted after five minutes.
			queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
			queryClient.setQueryData<OwnVersions>(queryKey, (versions) => ({ ...versions, [base]: saved.team.version }));
			return saved;
		},
	});
}

type SentLineup = MutationState<{ readonly team: Pick<Team, "version"> }, Error, TeamChange<unknown>>;

interface SavedLineup {
	readonly team: Team;
	/** The version that the save replaced. */
	readonly replacedVersion: number;
	readonly cache: () => void;
}

/** Saves and reloads the classic team or, with a league, the team in that draft league. */
export function useTeamSaves(leagueId: number | null) {
	const mutationKey = ["save-team", leagueId];
	const options = { mutationKey, meta: { hasInlineError: true } };
	const classic = useTeamChange<SuccessOf<typeof updateTeam>>(leagueId, options);
	const draft = useTeamChange<SuccessOf<typeof saveDraftLineup>>(leagueId, options);
	const queryClient = useQueryClient();
	const draftArgs = { params: { id: leagueId ?? 0 } };
	return {
		/** Also true while a save from an earlier visit of the screen is pending. */
		isPending: useIsMutating({ mutationKey }) > 0,
		/** Whether this line-up was the last one sent, and is being saved or was saved as this version. */
		isSent: (lineup: Lineup, version: number): boolean => {
			const sent = queryClient.getMutationCache().findAll({ mutationKey }).at(-1)?.state as SentLineup | undefined;
			return (
				JSON.stringify(sent?.variables?.lineup) === JSON.stringify(lineup) &&
				(sent?.status === "pending" || sent?.data?.team.version === version)
			);
		},
		/** Sends a line-up. `cache` replaces the team that the page shows. */
		save: async (lineup: Lineup, version: number): Promise<SavedLineup> => {
			let replacedVersion = version;
			const buildBody = (base: number) => {
				replacedVersion = base;
				return buildLineupBody(lineup, base);
			};
			if (leagueId === null) {
				const send = (base: number) => client(updateTeam, { body: buildBody(base) });
				const saved = await classic.mutateAsync({ version, send, lineup });
				return { team: saved.team, replacedVersion, cache: () => cacheSavedTeam(queryClient, saved) };
			}
			const send = (base: number) => client(saveDraftLineup, { ...draftArgs, body: buildBody(base) });
			const { team, receipt } = await draft.mutateAsync({ version, send, lineup });
			const cache = () => {
				queryClient.setQueryData(callKey(showMyDraftTeam, draftArgs), { team });
				queryClient.setQueryData(getReceiptKey(leagueId), receipt);
			};
			return { team: buildDraftTeam(team), replacedVersion, cache };
		},
		/** Fetches the team again after a failed save. */
		reload: async (): Promise<Team | null> => {
			if (leagueId === null) {
				await queryClient.invalidateQueries({ queryKey: callKey(showMyTeam) });
				return getCachedTeam(queryClient);
			}
			const queryKey = callKey(showMyDraftTeam, draftArgs);
			await queryClient.invalidateQueries({ queryKey });
			const cached = queryClient.getQueryData<SuccessOf<typeof showMyDraftTeam>>(queryKey);
			return cached ? buildDraftTeam(cached.team) : null;
		},
	};
}

/** The receipt of the last save since the page was loaded; null before the first save. */
export const useLastReceipt = (leagueId: number | null = null): Receipt | null =>
	useQuery<Receipt | null>({
		queryKey: getReceiptKey(leagueId),
		queryFn: () => null,
		initialData: null,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	}).data;
