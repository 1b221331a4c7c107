import type { ResultDecision, RoundResult } from "@first-bounce/contract/stats/round-result";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { formatPoints, formatSignedPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { getDirection } from "../../players/player-format.ts";
import { SeasonPlayerName } from "../../players/player-name.tsx";
import styles from "./round-result.module.css";

interface Props {
	readonly result: RoundResult;
	readonly season: Season;
}

/** The text of the round's best or worst decision. */
function useDecisionText(season: Season) {
	const { t } = useTranslation();
	const formatName = (id: number | null) => (id === null ? "" : (season.playerById.get(id)?.lastName ?? ""));
	return ({ kind, playerId, otherId, points }: ResultDecision): string => {
		const variant = kind === "captain" && otherId === null ? "captainAlone" : kind;
		return t(`result.call.${variant}.${points > 0 ? "best" : "worst"}`, {
			name: formatName(playerId),
			other: formatName(otherId),
			points: formatPoints(Math.abs(points)),
		});
	};
}

interface RowProps {
	readonly label: string;
	readonly points: number | null;
	readonly children: ReactNode;
}

/** A row of the list of decisions, with its label, the players and the points. */
const Row = ({ label, points, children }: RowProps) => (
	<li>
		<h3>{label}</h3>
		<p>{children}</p>
		{points === null ? null : <b data-direction={getDirection(points)}>{formatSignedPoints(points)}</b>}
	</li>
);

const Highlights = ({ result: { best, worst }, season }: Props) => {
	const { t } = useTranslation();
	const describe = useDecisionText(season);
	if (!best && !worst) return null;
	return (
		<dl className={styles.highlights}>
			{[
				{ id: "best" as const, decision: best },
				{ id: "worst" as const, decision: worst },
			].map(({ id, decision }) =>
				decision ? (
					<div key={id} data-decision={id}>
						<dt>{t(`result.${id}`)}</dt>
						<dd>
							{describe(decision)} <b>{formatSignedPoints(decision.points)}</b>
						</dd>
					</div>
				) : null,
			)}
		</dl>
	);
};

/** The decision about the captain, and whether another captain would have been better. */
const CaptainRow = ({ result: { captain }, season }: Props) => {
	const { t } = useTranslation();
	return (
		<Row label={t("result.captain")} points={captain.added}>
			{captain.playerId === null ? (
				t("why.nobodyDoubles")
			) : (
				<SeasonPlayerName id={captain.playerId} season={season} isShort />
			)}
			{captain.missed > 0 && captain.best ? (
				<small>
					{t("result.missed", { points: formatPoints(captain.missed) })}{" "}
					<SeasonPlayerName id={captain.best.playerId} season={season} isShort />
				</small>
			) : captain.playerId === null ? null : (
				<small>{t("result.bestCaptain")}</small>
			)}
		</Row>
	);
};

/** The decisions that made the score: captain, bench and trades, with the best and the worst of them. */
export const ResultDecisions = ({ result, season }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { bench, trades } = result;
	return (
		<section className={styles.card} aria-label={t("result.calls")}>
			<h2>{t("result.calls")}</h2>
			<Highlights result={result} season={season} />
			<ul className={styles.decisions}>
				<CaptainRow result={result} season={season} />
				{bench.covers.map(({ inId, outId, points }) => (
					<Row key={inId} label={t("result.emergency")} points={points}>
						<SeasonPlayerName id={inId} season={season} isShort />{" "}
						<small>
							{t("result.coveredFor")} <SeasonPlayerName id={outId} season={season} isShort />
						</small>
					</Row>
				))}
				<Row label={t("result.bench")} points={null}>
					{bench.left.length === 0
						? t("result.nothingLeft")
						: t("result.left", { points: formatPoints(bench.leftPoints) })}
					{bench.left.map(({ playerId, points }) => (
						<small key={playerId}>
							<SeasonPlayerName id={playerId} season={season} isShort /> {formatPoints(points)}
						</small>
					))}
				</Row>
				{trades.map((trade) => (
					<Row
						key={trade.id}
						label={t("result.trade", { round: formatRoundLabel(trade.roundId, season.rules) })}
						points={trade.gain}
					>
						<SeasonPlayerName id={trade.playerInId} season={season} isShort />{" "}
						<small>
							{t("result.tradedFor")} <SeasonPlayerName id={trade.playerOutId} season={season} isShort />
						</small>
						{trade.roundId === result.roundId ? null : (
							<small>{t("result.thisRound", { points: formatSignedPoints(trade.roundPoints) })}</small>
						)}
					</Row>
				))}
			</ul>
		</section>
	);
};
