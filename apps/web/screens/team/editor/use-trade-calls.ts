import { reverseSavedTrades, rollBackTeam, submitTrades } from "@first-bounce/contract/calls";
import type { TradePair } from "@first-bounce/rules/trades/trade";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { showToast } from "../../../components/toast/toasts.tsx";
import { askAgain, takeSaved, takeTraded } from "./saved-team.ts";

export interface TradeCalls {
	readonly isPending: boolean;
	/** Each tells whether it was accepted; a refusal is said in the error modal, and the team is asked for again. */
	readonly submit: (tradePairs: readonly TradePair[]) => Promise<boolean>;
	readonly reverse: (tradeIds: readonly number[]) => Promise<boolean>;
	readonly rollBack: () => Promise<boolean>;
}

/** The trades' calls: make, reverse and roll back (D1 §7). */
export function useTradeCalls(version: number): TradeCalls {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const options = { meta: { errorTitle: t("team.refused") }, onError: () => void askAgain(queries) };
	const making = useCallMutation(submitTrades, { ...options, onSuccess: (saved) => takeTraded(queries, saved) });
	const reversing = useCallMutation(reverseSavedTrades, {
		...options,
		onSuccess: (saved) => takeTraded(queries, saved),
	});
	const rolling = useCallMutation(rollBackTeam, {
		...options,
		onSuccess: (saved) => {
			takeSaved(queries, saved);
			void askAgain(queries);
		},
	});
	const isAccepted = (saving: Promise<unknown>, done: string): Promise<boolean> =>
		saving.then(
			() => {
				showToast({ tone: "good", text: done });
				return true;
			},
			() => false,
		);
	return {
		isPending: making.isPending || reversing.isPending || rolling.isPending,
		submit: (pairs) =>
			isAccepted(
				making.mutateAsync({ body: { tradePairs: [...pairs], version } }),
				t("trade.made", { count: pairs.length }),
			),
		reverse: (tradeIds) =>
			isAccepted(
				reversing.mutateAsync({ body: { tradeIds: [...tradeIds], version } }),
				t("trade.reversed", { count: tradeIds.length }),
			),
		rollBack: () => isAccepted(rolling.mutateAsync({ body: { version } }), t("trade.rolledBack")),
	};
}
