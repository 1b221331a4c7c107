import { useTranslation } from "react-i18next";
import { formatMoney } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import type { TradeDesk } from "../editor/use-trade-desk.ts";
import { violationWords } from "../model/violation-words.ts";
import { valueIn } from "./plan.ts";
import styles from "./trades.module.css";

interface Props {
	readonly board: Board;
	readonly desk: TradeDesk;
}

/** What the trades leave to spend and how many are left after them; in a plan, also what the team will be worth. */
export const TradeMoney = ({ board, desk }: Props) => {
	const { t } = useTranslation();
	const { preview, kind, roundId, team } = desk;
	const { season } = board;
	const left = Math.max(0, preview.tradesLeft - desk.trades.length);
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
					<dd>{left}</dd>
				</div>
				{kind === "plan" ? (
					<div>
						<dt>{t("plan.valueAfter")}</dt>
						<dd>{formatMoney(valueIn(after, roundId + 1, season))}</dd>
					</div>
				) : null}
			</dl>
			{preview.violations.length > 0 ? (
				<p className={styles.fault} role="alert">
					{preview.violations.map((violation) => violationWords(violation, season, t)).join("; ")}
				</p>
			) : null}
		</>
	);
};
