import type { BestTeam } from "@first-bounce/contract/stats/season-report";
import { LINES } from "@first-bounce/rules/player";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { formatMoney, formatPoints } from "../../i18n/format.ts";
import { SeasonPlayerName } from "../../players/player-name.tsx";
import type { ReportProps } from "./report-rounds.tsx";
import styles from "./season-report.module.css";

interface TeamProps {
	readonly title: string;
	readonly team: BestTeam | null;
	readonly scored: number;
	readonly roundId: number;
	readonly season: Season;
	readonly isPending: boolean;
}

const BestTeamCard = ({ title, team, scored, roundId, season, isPending }: TeamProps) => {
	const { t } = useTranslation();
	if (!team)
		return (
			<div className={styles.best}>
				<h3>{title}</h3>
				{isPending ? <Skeleton height="180px" /> : <p>{t("report.noHindsight")}</p>}
			</div>
		);
	const renderRow = (id: number, { isCovering }: { readonly isCovering: boolean }) => {
		const points = season.playerById.get(id)?.stats.scores[String(roundId)];
		return (
			<li key={id}>
				<SeasonPlayerName id={id} season={season} isShort />
				{id === team.captainId && points !== undefined ? <b>{t("card.role.captain")}</b> : null}
				{isCovering ? <b>{t("card.role.emergency")}</b> : null}
				<span>{points === undefined ? t("card.dnp") : formatPoints(points)}</span>
			</li>
		);
	};
	return (
		<div className={styles.best}>
			<h3>
				{title} <span>{formatPoints(team.points)}</span>
			</h3>
			<p>
				{t("report.more", { points: formatPoints(team.points - scored) })} · {formatMoney(team.cost)}
			</p>
			{LINES.map((line) => (
				<div key={line} className={styles.line}>
					<h4>{t(`line.${line}`)}</h4>
					<ul>
						{team.lineup[line].map((id) => renderRow(id, { isCovering: false }))}
						{team.bench[line]
							.filter((id) => team.emergency.includes(id))
							.map((id) => renderRow(id, { isCovering: true }))}
					</ul>
				</div>
			))}
		</div>
	);
};

/** The best possible teams of a round: from the same squad and from all players under the salary cap. */
export const ReportHindsight = ({ report, season, formatRound }: ReportProps) => {
	const { t } = useTranslation();
	const [selectedRoundId, setSelectedRoundId] = useState<number | null>(null);
	const round = report.rounds.find(({ roundId }) => roundId === selectedRoundId) ?? report.rounds.at(-1);
	if (!round) return null;
	const shared = { season, scored: round.points, roundId: round.roundId, isPending: report.pending > 0 };
	return (
		<section className={styles.card} aria-label={t("report.hindsight")}>
			<div className={styles.cardHead}>
				<h2>{t("report.hindsight")}</h2>
				<SelectChip
					label={t("rankings.columns.round")}
					value={round.roundId}
					choices={report.rounds.toReversed().map(({ roundId }) => ({ value: roundId, label: formatRound(roundId) }))}
					onChange={setSelectedRoundId}
				/>
			</div>
			<p className={styles.explain}>{t("report.hindsightText")}</p>
			<div className={styles.pair}>
				<BestTeamCard {...shared} title={t("report.bestOfSquad")} team={round.bestOfSquad} />
				<BestTeamCard {...shared} title={t("report.bestUnderCap")} team={round.bestUnderCap} />
			</div>
		</section>
	);
};
