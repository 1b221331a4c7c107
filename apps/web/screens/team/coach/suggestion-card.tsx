import type { PlayerId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import type { CoachSettingsEditor } from "../../../players/use-coach-settings.ts";
import styles from "./coach.module.css";
import type { SuggestedTrade, Suggestion } from "./use-suggestions.ts";
import { formatGain, formatRise, useTradeReasons } from "./use-trade-reasons.ts";

interface Props {
	readonly season: Season;
	readonly roundId: number;
	/** Number of rounds considered. */
	readonly rounds: number;
	readonly number: number;
	readonly suggestion: Suggestion;
	readonly coach: CoachSettingsEditor;
	/** The trades are added to the plan of a round. */
	readonly isPlan: boolean;
	readonly onAdd: () => void;
}

const TradeLines = ({
	trade,
	season,
	roundId,
	coach,
}: Omit<Props, "suggestion" | "onAdd" | "number" | "rounds" | "isPlan"> & { readonly trade: SuggestedTrade }) => {
	const { t } = useTranslation();
	const { formatOut, formatIn } = useTradeReasons(season, roundId);
	const getName = (id: PlayerId) => season.lookup(id)?.name ?? "";
	const getLastName = (id: PlayerId) => season.playerById.get(id)?.lastName ?? "";
	const { playerOutId, playerInId } = trade;
	const isWaiting = coach.settings?.waitIds.includes(playerInId) ?? false;
	return (
		<li>
			<p data-direction="out">
				<span>{t("coach.outLabel")}</span>
				<PlayerName id={playerOutId} name={getName(playerOutId)}>
					<b>{getLastName(playerOutId)}</b>
				</PlayerName>
				<span className={styles.why}>{formatOut(trade)}</span>
				<Button
					variant="quiet"
					aria-label={t("coach.keepPlayer", { name: getName(playerOutId) })}
					onPress={() => coach.setList(playerOutId, "keep")}
				>
					{t("coach.keep")}
				</Button>
			</p>
			<p data-direction="in">
				<span>{t("coach.inLabel")}</span>
				<PlayerName id={playerInId} name={getName(playerInId)}>
					<b>{getLastName(playerInId)}</b>
				</PlayerName>
				<span className={styles.why}>
					{formatIn(trade)}
					{isWaiting ? (
						<em>
							<Icon name="star" size={12} /> {t("coach.onWaitList")}
						</em>
					) : null}
				</span>
				<Button
					variant="quiet"
					aria-label={t("coach.banPlayer", { name: getName(playerInId) })}
					onPress={() => coach.setList(playerInId, "ban")}
				>
					{t("coach.ban")}
				</Button>
			</p>
		</li>
	);
};

/** One suggestion: what it gains and risks, why, and the button that prepares its trades. */
export const SuggestionCard = ({ suggestion, number, rounds, isPlan, onAdd, ...rest }: Props) => {
	const { t } = useTranslation();
	const { trades, points, range, pointsAhead, priceRise, bankAfter } = suggestion;
	const title = t("coach.option", { number });
	const addText = t(isPlan ? "coach.addToPlan" : "coach.add");
	return (
		<li className={styles.card}>
			<h3>
				{title} <b>{t("coach.gain", { points: formatGain(points) })}</b>
			</h3>
			<p className={styles.facts}>
				{t("coach.range", { low: formatGain(range.low), high: formatGain(range.high) })}
				{rounds > 1 ? ` · ${t("coach.ahead", { points: formatGain(pointsAhead), count: rounds })}` : ""}
				{Math.abs(priceRise) < 1_000 ? "" : ` · ${t("coach.teamPrice", { change: formatRise(priceRise) })}`}
				{` · ${t("coach.bankAfter", { amount: formatMoney(bankAfter) })}`}
			</p>
			<ul className={styles.trades}>
				{trades.map((trade) => (
					<TradeLines key={trade.playerOutId} trade={trade} {...rest} />
				))}
			</ul>
			<Button variant="main" icon={isPlan ? "plan" : "trade"} aria-label={`${addText}: ${title}`} onPress={onAdd}>
				{addText}
			</Button>
		</li>
	);
};
