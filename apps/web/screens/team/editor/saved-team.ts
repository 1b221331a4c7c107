import type { SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import { saveDraftLineup, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { type SavedTeam, showMyTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import { listActions } from "@first-bounce/contract/team/team-actions";
import { listTrades, type submitTrades } from "@first-bounce/contract/team/trade";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { type QueryClient, useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
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

/** Saves and reloads the classic team or, with a league, the team in that draft league. */
export function useTeamSaves(leagueId: number | null) {
	const mutationKey = ["save-team", leagueId];
	const options = { mutationKey, meta: { hasInlineError: true } };
	const classic = useCallMutation(updateTeam, options);
	const draft = useCallMutation(saveDraftLineup, options);
	const queryClient = useQueryClient();
	const draftArgs = { params: { id: leagueId ?? 0 } };
	return {
		/** Also true while a save from an earlier visit of the screen is pending. */
		isPending: useIsMutating({ mutationKey }) > 0,
		/** Sends a line-up. `cache` replaces the team that the page shows. */
		save: async (lineup: Lineup, version: number): Promise<{ readonly team: Team; readonly cache: () => void }> => {
			const body = buildLineupBody(lineup, version);
			if (leagueId === null) {
				const saved = await classic.mutateAsync({ body });
				return { team: saved.team, cache: () => cacheSavedTeam(queryClient, saved) };
			}
			const { team, receipt } = await draft.mutateAsync({ ...draftArgs, body });
			const cache = () => {
				queryClient.setQueryData(callKey(showMyDraftTeam, draftArgs), { team });
				queryClient.setQueryData(getReceiptKey(leagueId), receipt);
			};
			return { team: buildDraftTeam(team), cache };
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
