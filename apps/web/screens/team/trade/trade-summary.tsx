import { useTranslation } from "react-i18next";
import { formatMoney } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import { formatViolation } from "../model/format-violation.ts";
import { computeProjectedValue } from "./plan.ts";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

interface Props {
	readonly board: Board;
	readonly tradeEditor: TradeEditor;
}

/** Bank and trades left after the trades, and in a plan the team's projected value. */
export const TradeSummary = ({ board, tradeEditor }: Props) => {
	const { t } = useTranslation();
	const { preview, kind, roundId, team } = tradeEditor;
	const { season } = board;
	const tradesLeft = Math.max(0, preview.tradesLeft - tradeEditor.trades.length);
	const after = { ...team, lineup: preview.lineup };
	return (
		<>
			<dl className={styles.money}>
				<div data-tone={preview.bank < 0 ? "bad" : undefined}>
					<dt>{t("trade.moneyLeft")}</dt>
					<dd>{formatMoney(preview.bank)}</dd>
				</div>
				<div>
					<dt>{t("trade.tradesLeft")}</dt>
					<dd>{tradesLeft}</dd>
				</div>
				{kind === "plan" ? (
					<div>
						<dt>{t("plan.valueAfter")}</dt>
						<dd>{formatMoney(computeProjectedValue(after, roundId + 1, season))}</dd>
					</div>
				) : null}
			</dl>
			{preview.violations.length > 0 ? (
				<p className={styles.problem} role="alert">
					{preview.violations.map((violation) => formatViolation(violation, season, t)).join("; ")}
				</p>
			) : null}
		</>
	);
};
