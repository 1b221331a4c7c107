import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import { rollBackTeam } from "@first-bounce/contract/team/team-actions";
import { changeSavedTrade, reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import type { LineupChanges } from "@first-bounce/rules/coach/lineup-changes";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { TradeChange } from "@first-bounce/rules/trades/change-trade";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { STATIC_KEY } from "../../../api/use-static.ts";
import { showToast } from "../../../components/toast/toasts.tsx";
import { cacheSavedTeam, cacheSavedTrades, refetchTeam } from "../editor/saved-team.ts";
import type { PricedPair } from "./local-trades.ts";

/** Sends trades with the prices shown. A process of release 0.1.0 refuses prices, so it is sent the trades without them. */
async function sendTrades(body: BodyOf<typeof submitTrades>): Promise<SuccessOf<typeof submitTrades>> {
	try {
		return await client(submitTrades, { body });
	} catch (error) {
		if (!(error instanceof ApiFailure) || error.code !== "invalid-field") throw error;
		const tradePairs = body.tradePairs.map(({ playerInId, playerOutId }) => ({ playerInId, playerOutId }));
		return client(submitTrades, { body: { ...body, tradePairs } });
	}
}

/**
 * Submits, reverses, changes and rolls back trades. Each resolves to whether it was accepted. A refusal opens the error modal
 * and refetches the team and the season.
 */
export function useTradeMutations(version: number) {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const refetch = () => {
		void refetchTeam(queryClient);
		// A refusal can mean that the page has missed new prices or locks.
		void queryClient.invalidateQueries({ queryKey: STATIC_KEY });
	};
	const options = { meta: { errorTitle: t("team.refused") }, onError: refetch };
	const onSuccess = (saved: SuccessOf<typeof submitTrades>) => cacheSavedTrades(queryClient, saved);
	const submitMutation = useMutation({
		...options,
		mutationFn: sendTrades,
		onSuccess,
	});
	const reverseMutation = useCallMutation(reverseSavedTrades, { ...options, onSuccess });
	const changeMutation = useCallMutation(changeSavedTrade, { ...options, onSuccess });
	const rollBackMutation = useCallMutation(rollBackTeam, {
		...options,
		onSuccess: (saved) => {
			cacheSavedTeam(queryClient, saved);
			void refetchTeam(queryClient);
		},
	});
	const notifyResult = (request: Promise<unknown>, message: string): Promise<boolean> =>
		request.then(
			() => {
				showToast({ tone: "good", text: message });
				return true;
			},
			() => false,
		);
	return {
		isPending: [submitMutation, reverseMutation, changeMutation, rollBackMutation].some(({ isPending }) => isPending),
		submit: (pairs: readonly PricedPair[], changes: LineupChanges | null) => {
			const swapsPairs = changes?.swapsPairs.map(([idA, idB]): [PlayerId, PlayerId] => [idA, idB]) ?? [];
			const body = {
				tradePairs: [...pairs],
				...(swapsPairs.length > 0 && { swapsPairs }),
				...(changes?.captainId && { captainId: changes.captainId }),
				version,
			};
			return notifyResult(submitMutation.mutateAsync(body), t("trade.made", { count: pairs.length }));
		},
		reverse: (tradeIds: readonly number[]) =>
			notifyResult(
				reverseMutation.mutateAsync({ body: { tradeIds: [...tradeIds], version } }),
				t("trade.reversed", { count: tradeIds.length }),
			),
		change: ({ tradeId, half, playerId, price }: TradeChange) =>
			notifyResult(
				changeMutation.mutateAsync({
					body:
						half === "in"
							? { tradeId, playerInId: playerId, priceIn: price, version }
							: { tradeId, playerOutId: playerId, priceOut: price, version },
				}),
				t("trade.changed"),
			),
		rollBack: () => notifyResult(rollBackMutation.mutateAsync({ body: { version } }), t("trade.rolledBack")),
	};
}
