import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import type { SavedTeam } from "@first-bounce/contract/team/team";
import { rollBackTeam } from "@first-bounce/contract/team/team-actions";
import { changeSavedTrade, reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import type { LineupChanges } from "@first-bounce/rules/coach/lineup-changes";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { TradeChange } from "@first-bounce/rules/trades/change-trade";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { STATIC_KEY } from "../../../api/use-static.ts";
import { showToast } from "../../../components/toast/toasts.tsx";
import { cacheSavedTeam, cacheSavedTrades, refetchTeam, useTeamChange } from "../editor/saved-team.ts";
import type { PricedPair } from "./local-trades.ts";

type SavedTrades = SuccessOf<typeof submitTrades>;

/** Sends trades with the prices shown. A process of release 0.1.0 refuses prices, so it is sent the trades without them. */
async function sendTrades(body: BodyOf<typeof submitTrades>): Promise<SavedTrades> {
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
	const tradeChange = useTeamChange<SavedTrades>(null, {
		...options,
		onSuccess: (saved) => cacheSavedTrades(queryClient, saved),
	});
	const rollBackChange = useTeamChange<SavedTeam>(null, {
		...options,
		onSuccess: (saved) => {
			cacheSavedTeam(queryClient, saved);
			void refetchTeam(queryClient);
		},
	});
	const changeTrades = (send: (version: number) => Promise<SavedTrades>) => tradeChange.mutateAsync({ version, send });
	const notifyResult = (request: Promise<unknown>, message: string): Promise<boolean> =>
		request.then(
			() => {
				showToast({ tone: "good", text: message });
				return true;
			},
			() => false,
		);
	return {
		isPending: tradeChange.isPending || rollBackChange.isPending,
		submit: (pairs: readonly PricedPair[], changes: LineupChanges | null) => {
			const swapsPairs = changes?.swapsPairs.map(([idA, idB]): [PlayerId, PlayerId] => [idA, idB]) ?? [];
			const body = {
				tradePairs: [...pairs],
				...(swapsPairs.length > 0 && { swapsPairs }),
				...(changes?.captainId && { captainId: changes.captainId }),
			};
			const request = changeTrades((base) => sendTrades({ ...body, version: base }));
			return notifyResult(request, t("trade.made", { count: pairs.length }));
		},
		reverse: (tradeIds: readonly number[]) =>
			notifyResult(
				changeTrades((base) => client(reverseSavedTrades, { body: { tradeIds: [...tradeIds], version: base } })),
				t("trade.reversed", { count: tradeIds.length }),
			),
		change: ({ tradeId, half, playerId, price }: TradeChange) => {
			const newHalf =
				half === "in" ? { playerInId: playerId, priceIn: price } : { playerOutId: playerId, priceOut: price };
			const request = changeTrades((base) =>
				client(changeSavedTrade, { body: { tradeId, ...newHalf, version: base } }),
			);
			return notifyResult(request, t("trade.changed"));
		},
		rollBack: () => {
			const send = (base: number) => client(rollBackTeam, { body: { version: base } });
			return notifyResult(rollBackChange.mutateAsync({ version, send }), t("trade.rolledBack"));
		},
	};
}
