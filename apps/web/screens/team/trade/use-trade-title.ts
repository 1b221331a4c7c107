import { useTranslation } from "react-i18next";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import type { Board } from "../board/state/board.ts";
import type { TradeEditor } from "./use-trade-editor.ts";

/** Title of the trades panel. */
export function useTradeTitle({ season }: Pick<Board, "season">, { kind, roundId }: TradeEditor): string {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	return t(kind === "plan" ? "plan.title" : "trade.title", { round: formatRoundLabel(roundId, season.rules) });
}
