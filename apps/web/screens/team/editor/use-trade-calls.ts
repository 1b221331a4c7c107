import { reverseSavedTrades, rollBackTeam, submitTrades } from "@first-bounce/contract/calls";
import type { TradePair } from "@first-bounce/rules/trades/trade";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAction } from "../../../api/use-call.ts";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { showToast } from "../../../components/toast/toasts.tsx";
import { problemWords } from "../../../wording/problem.ts";
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
	const making = useAction(submitTrades);
	const reversing = useAction(reverseSavedTrades);
	const rolling = useAction(rollBackTeam);
	const attempt = async (work: () => Promise<void>, done: string): Promise<boolean> => {
		try {
			await work();
			showToast({ tone: "good", text: done });
			return true;
		} catch (error) {
			void askAgain(queries);
			showProblem({ title: t("team.refused"), message: problemWords(error, t) });
			return false;
		}
	};
	return {
		isPending: making.isPending || reversing.isPending || rolling.isPending,
		submit: (pairs) =>
			attempt(
				async () => takeTraded(queries, await making.mutateAsync({ body: { tradePairs: [...pairs], version } })),
				t("trade.made", { count: pairs.length }),
			),
		reverse: (tradeIds) =>
			attempt(
				async () => takeTraded(queries, await reversing.mutateAsync({ body: { tradeIds: [...tradeIds], version } })),
				t("trade.reversed", { count: tradeIds.length }),
			),
		rollBack: () =>
			attempt(async () => {
				takeSaved(queries, await rolling.mutateAsync({ body: { version } }));
				void askAgain(queries);
			}, t("trade.rolledBack")),
	};
}
