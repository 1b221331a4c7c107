import type { SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import { saveDraftLineup, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { type SavedTeam, showMyTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import { listActions } from "@first-bounce/contract/team/team-actions";
import { listTrades, type submitTrades } from "@first-bounce/contract/team/trade";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { buildDraftTeam } from "../model/draft-team.ts";
import { buildLineupBody } from "../model/team-state.ts";

type Receipt = SavedTeam["receipt"];
/** By the draft league of the team; null for the classic team. */
const getReceiptKey = (leagueId: number | null) => ["team", "receipt", leagueId] as const;

export function cacheSavedTeam(queries: QueryClient, { team, rollbackAvailable, receipt }: SavedTeam): void {
	queries.setQueryData(callKey(showMyTeam, {}), { team, rollbackAvailable });
	queries.setQueryData(getReceiptKey(null), receipt);
	void queries.invalidateQueries({ queryKey: callKey(listActions) });
}

/** The saved team as last fetched. */
export const getCachedTeam = (queries: QueryClient): Team | null =>
	queries.getQueryData<SuccessOf<typeof showMyTeam>>(callKey(showMyTeam, {}))?.team ?? null;

/** Whether an action was refused because the team was changed elsewhere. */
export const isStaleVersion = (error: unknown): boolean =>
	error instanceof ApiFailure && error.code === "stale-version";

/** Caches the result of an action that changed trades. */
export function cacheSavedTrades(queries: QueryClient, saved: SuccessOf<typeof submitTrades>): void {
	const { receipt: _, ...trades } = saved;
	queries.setQueryData(callKey(listTrades, {}), trades);
	cacheSavedTeam(queries, saved);
}

export async function refetchTeam(queries: QueryClient): Promise<void> {
	await Promise.all(
		[showMyTeam, showMyDraftTeam, listTrades].map((call) => queries.invalidateQueries({ queryKey: callKey(call) })),
	);
}

/** Saves and reloads the classic team or, with a league, the team in that draft league. */
export function useTeamSaves(leagueId: number | null) {
	const options = { meta: { hasInlineError: true } };
	const classic = useCallMutation(updateTeam, options);
	const draft = useCallMutation(saveDraftLineup, options);
	const queries = useQueryClient();
	const draftArgs = { params: { id: leagueId ?? 0 } };
	return {
		isPending: classic.isPending || draft.isPending,
		/** Sends a line-up. `cache` replaces the team that the page shows. */
		save: async (lineup: Lineup, version: number): Promise<{ readonly team: Team; readonly cache: () => void }> => {
			const body = buildLineupBody(lineup, version);
			if (leagueId === null) {
				const saved = await classic.mutateAsync({ body });
				return { team: saved.team, cache: () => cacheSavedTeam(queries, saved) };
			}
			const { team, receipt } = await draft.mutateAsync({ ...draftArgs, body });
			const cache = () => {
				queries.setQueryData(callKey(showMyDraftTeam, draftArgs), { team });
				queries.setQueryData(getReceiptKey(leagueId), receipt);
			};
			return { team: buildDraftTeam(team), cache };
		},
		/** Fetches the team again after a failed save. */
		reload: async (): Promise<Team | null> => {
			if (leagueId === null) {
				await queries.invalidateQueries({ queryKey: callKey(showMyTeam) });
				return getCachedTeam(queries);
			}
			const queryKey = callKey(showMyDraftTeam, draftArgs);
			await queries.invalidateQueries({ queryKey });
			const cached = queries.getQueryData<SuccessOf<typeof showMyDraftTeam>>(queryKey);
			return cached ? buildDraftTeam(cached.team) : null;
		},
	};
}

/** The receipt of the last save since the page was loaded; null before one. */
export const useLastReceipt = (leagueId: number | null = null): Receipt | null =>
	useQuery<Receipt | null>({
		queryKey: getReceiptKey(leagueId),
		queryFn: () => null,
		initialData: null,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	}).data;
