import type { FuturePick, SquadTrade, TradeProblem, TradeSide } from "@first-bounce/rules/draft/trades";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatSignedPoints } from "../../../i18n/format.ts";
import { formatPositions } from "../../../players/player-format.ts";
import { PlayerSummary } from "../../../players/player-summary.tsx";
import effectStyles from "../frame/effect.module.css";
import frame from "../frame/frame.module.css";
import { buildTradeEffect, countRoundsLeft } from "./offer.ts";
import styles from "./trades.module.css";
import { useTrades } from "./use-trades.tsx";

/** Returns the words for a pick of the next draft: "Round 2 pick of Bosses". */
export function usePickText(): (pick: FuturePick) => string {
	const { t } = useTranslation();
	const { getTeamName } = useTrades();
	return ({ round, originalTeamId }) => t("trades.pick", { round, team: getTeamName(originalTeamId) });
}

/** Returns why a trade cannot be made, in words. */
export function useProblemText(): (problem: TradeProblem) => string {
	const { t } = useTranslation();
	const { season, getTeamName } = useTrades();
	return (problem) =>
		t(`trades.problem.${problem.code}`, {
			name: "playerId" in problem ? season.lookup(problem.playerId)?.name : "",
			team: "teamId" in problem ? getTeamName(problem.teamId) : "",
			most: "most" in problem ? problem.most : 0,
			count: "missing" in problem ? problem.missing : 0,
		});
}

const Player = ({ id, note }: { readonly id: PlayerId; readonly note?: string }) => {
	const { t } = useTranslation();
	const { season } = useTrades();
	const player = season.playerById.get(id);
	if (!player) return null;
	return (
		<li className={styles.player}>
			<PlayerSummary player={player} season={season}>
				<small>{note ?? `${formatPositions(player.position, t)} · ${player.squad.abbreviation}`}</small>
			</PlayerSummary>
		</li>
	);
};

interface SideProps {
	readonly title: string;
	readonly side: TradeSide;
}

export const SideList = ({ title, side }: SideProps) => {
	const { t } = useTranslation();
	const formatPick = usePickText();
	return (
		<section className={styles.side}>
			<h3 dir="auto">{title}</h3>
			<ul>
				{side.playerIds.map((id) => (
					<Player key={id} id={id} />
				))}
				{side.picks.map((pick) => (
					<li key={`${pick.round} ${pick.originalTeamId}`} className={styles.pick} dir="auto">
						{formatPick(pick)}
					</li>
				))}
				{side.dropIds.map((id) => (
					<Player key={id} id={id} note={t("trades.dropped")} />
				))}
			</ul>
		</section>
	);
};

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
		<section className={effectStyles.effect} aria-label={t("trades.effect.title")} aria-live="polite">
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

/** The teams that can be asked. */
export const TeamChoice = ({ onChoose }: { readonly onChoose: (teamId: number) => void }) => {
	const { t } = useTranslation();
	const { teams, ownTeamId, getTeamName } = useTrades();
	const others = teams.filter(({ teamId }) => teamId !== ownTeamId);
	return (
		<section className={frame.card} aria-label={t("trades.offer.team")}>
			<h2>{t("trades.offer.team")}</h2>
			{others.some(({ isManaged }) => isManaged) ? null : <p className={frame.hint}>{t("trades.offer.nobody")}</p>}
			<ul className={styles.teams}>
				{others.map(({ teamId, isManaged }) => (
					<li key={teamId}>
						<button type="button" disabled={!isManaged} onClick={() => onChoose(teamId)}>
							<b dir="auto">{getTeamName(teamId)}</b>
							{isManaged ? null : <small>{t("trades.offer.unmanaged")}</small>}
						</button>
					</li>
				))}
			</ul>
		</section>
	);
};
