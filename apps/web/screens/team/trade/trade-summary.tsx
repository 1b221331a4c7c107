import type { PlayerId } from "@first-bounce/rules/ids";
import type { TradePair } from "@first-bounce/rules/trades/trade";
import { useTranslation } from "react-i18next";
import { formatMoney, formatSignedPoints } from "../../../i18n/format.ts";
import { getRoundProjection } from "../../../players/team-score.ts";
import type { Board } from "../board/state/board.ts";
import { formatViolation } from "../model/format-violation.ts";
import { listCompletePairs } from "./local-trades.ts";
import { computeProjectedValue } from "./plan.ts";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

interface Props {
	readonly board: Board;
	readonly tradeEditor: TradeEditor;
}

/** How many more points the players coming in are projected to score in the round than those going out. */
function computeProjectedGain(pairs: readonly TradePair[], { season, context }: Board): number {
	const project = (id: PlayerId) => {
		const entry = season.playerById.get(id);
		return entry ? Math.round(getRoundProjection(entry, context.plannedRound ?? null, season)) : 0;
	};
	return pairs.reduce((sum, { playerInId, playerOutId }) => sum + project(playerInId) - project(playerOutId), 0);
}

/** Bank and trades left after the trades, their projected gain, and in a plan the team's projected value. */
export const TradeSummary = ({ board, tradeEditor }: Props) => {
	const { t } = useTranslation();
	const { preview, kind, roundId, team } = tradeEditor;
	const { season } = board;
	const tradesLeft = Math.max(0, preview.tradesLeft - tradeEditor.trades.length);
	const pairs = listCompletePairs(tradeEditor.trades);
	const gain = computeProjectedGain(pairs, board);
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
					<dd>
						{tradesLeft}{" "}
						<small>{t(`trade.limit.${season.rules.trades.per}`, { limit: season.rules.trades.limit })}</small>
					</dd>
				</div>
				{pairs.length > 0 ? (
					<div data-tone={gain > 0 ? "good" : undefined}>
						<dt>{t("trade.gain")}</dt>
						<dd>{formatSignedPoints(gain)}</dd>
					</div>
				) : null}
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
