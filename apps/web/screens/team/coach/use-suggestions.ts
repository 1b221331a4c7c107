import type { SuccessOf } from "@first-bounce/contract/call";
import { suggestTrades } from "@first-bounce/contract/coach-calls";
import type { TradePair } from "@first-bounce/rules/trades/trade";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { callKey } from "../../../api/use-call.ts";
import type { CoachSettings } from "../../../players/use-coach-settings.ts";

export type Suggestions = SuccessOf<typeof suggestTrades>;
export type Suggestion = Suggestions["suggestions"][number];
export type SuggestedTrade = Suggestion["trades"][number];

interface Options {
	readonly team: { readonly id: number; readonly version: number };
	/** Trades that are prepared and not submitted. */
	readonly tradePairs: readonly TradePair[];
	readonly settings: CoachSettings;
	readonly isEnabled: boolean;
}

/** Suggested trades for the team as it is, beside the prepared ones. They change with prices, statuses and locks. */
export function useSuggestions({ team, tradePairs, settings, isEnabled }: Options): UseQueryResult<Suggestions> {
	const { keepIds, banIds, waitIds, aim } = settings;
	const body = {
		tradePairs: tradePairs.map(({ playerInId, playerOutId }) => ({ playerInId, playerOutId })),
		keepIds,
		banIds,
		waitIds,
		aim,
	};
	return useQuery({
		queryKey: [...callKey(suggestTrades, body), team.id, team.version],
		queryFn: ({ signal }) => client(suggestTrades, { body, signal }),
		enabled: isEnabled,
		staleTime: 60_000,
		meta: { opensNoModal: true },
	});
}
