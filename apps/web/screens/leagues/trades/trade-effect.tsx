import type { SquadTrade } from "@first-bounce/rules/draft/trades";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatSignedPoints } from "../../../i18n/format.ts";
import styles from "../frame/effect.module.css";
import { buildTradeEffect, countRoundsLeft } from "./offer.ts";
import { useTrades } from "./use-trades.tsx";

/** The effect of a trade on the projected points of both teams' best line-ups, and whether it is about even. */
export const Effect = ({ trade }: { readonly trade: SquadTrade }) => {
	const { t } = useTranslation();
	const trades = useTrades();
	const { teams, rules, getTeamName, ownTeamId } = trades;
	const effect = useMemo(() => buildTradeEffect(trade, { teams, rules }), [trade, teams, rules]);
	const rows = [
		{ teamId: trade.from.teamId, gain: effect.fromGain },
		{ teamId: trade.to.teamId, gain: effect.toGain },
	].toSorted((a, b) => Number(b.teamId === ownTeamId) - Number(a.teamId === ownTeamId));
	const better = effect.fromGain > effect.toGain ? trade.from.teamId : trade.to.teamId;
	const values = {
		range: formatPoints(effect.range),
		difference: formatPoints(Math.abs(effect.fromGain - effect.toGain)),
		team: getTeamName(better),
	};
	return (
		<section className={styles.effect} aria-label={t("trades.effect.title")} aria-live="polite">
			<h3>{t("trades.effect.heading", { count: countRoundsLeft(trades) })}</h3>
			<dl>
				{rows.map(({ teamId, gain }) => (
					<div key={teamId}>
						<dt dir="auto">{teamId === ownTeamId ? t("trades.effect.own") : getTeamName(teamId)}</dt>
						<dd data-better={Math.round(gain) >= 0}>{formatSignedPoints(Math.round(gain))}</dd>
					</div>
				))}
			</dl>
			<p>{t(effect.isFair ? "trades.effect.fair" : "trades.effect.uneven", values)}</p>
		</section>
	);
};
