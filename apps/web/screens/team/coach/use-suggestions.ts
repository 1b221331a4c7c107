import type { SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import { MAX_PLANNED_ROUNDS } from "@first-bounce/contract/constants";
import { suggestTrades } from "@first-bounce/contract/team/coach";
import type { RoundId } from "@first-bounce/rules/ids";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { isRetryable, MAX_ATTEMPTS } from "../../../api/retry.ts";
import { callKey } from "../../../api/use-call.ts";
import type { CoachSettings } from "../../../players/use-coach-settings.ts";
import { type LocalTrade, listCompletePairs } from "../trade/local-trades.ts";
import type { Plan } from "../trade/plan.ts";

export type Suggestions = SuccessOf<typeof suggestTrades>;
export type Suggestion = Suggestions["suggestions"][number];
export type ChangeSuggestion = NonNullable<Suggestions["changes"]>[number];
export type SuggestedTrade = Suggestion["trades"][number];

interface Options {
	readonly team: { readonly id: number; readonly version: number };
	/** Trades that are prepared and not submitted. */
	readonly tradePairs: readonly LocalTrade[];
	/** A later round to plan for, with the trades planned before it; null for the current round. */
	readonly laterRound: { readonly roundId: RoundId; readonly plan: Plan } | null;
	readonly settings: CoachSettings;
	readonly isEnabled: boolean;
}

const listPairs = (trades: readonly LocalTrade[]) =>
	listCompletePairs(trades).map(({ playerInId, playerOutId }) => ({ playerInId, playerOutId }));

const listPlannedTrades = (plan: Plan, before: RoundId) =>
	Object.entries(plan)
		.map(([id, trades]) => ({ roundId: Number(id), tradePairs: listPairs(trades) }))
		.filter(({ roundId, tradePairs }) => roundId < before && tradePairs.length > 0)
		.slice(-MAX_PLANNED_ROUNDS);

/** Whether the server is still working on the previous request, which was aborted, for example by choosing another aim. */
const isPreviousRunning = (error: unknown): boolean => error instanceof ApiFailure && error.code === "coach-running";

/** Suggested trades for the team, on top of the prepared trades. They change with prices, statuses and locks. */
export function useSuggestions({
	team,
	tradePairs,
	laterRound,
	settings,
	isEnabled,
}: Options): UseQueryResult<Suggestions> {
	const { keepIds, banIds, waitIds, aim } = settings;
	const body = {
		tradePairs: listPairs(tradePairs),
		roundId: laterRound?.roundId,
		plannedTrades: laterRound ? listPlannedTrades(laterRound.plan, laterRound.roundId) : undefined,
		keepIds,
		banIds,
		waitIds,
		aim,
	};
	return useQuery({
		queryKey: [...callKey(suggestTrades, body), team.id, team.version],
		queryFn: ({ signal }) => client(suggestTrades, { body, signal }),
		enabled: isEnabled,
		retry: (failures, error) =>
			navigator.onLine && failures < MAX_ATTEMPTS - 1 && (isRetryable(error) || isPreviousRunning(error)),
		staleTime: 60_000,
		meta: { noErrorModal: true },
	});
}
