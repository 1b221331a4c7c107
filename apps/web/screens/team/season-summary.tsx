import type { Team } from "@first-bounce/contract/team/team";
import { isSeasonComplete } from "@first-bounce/rules/round/round";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { ButtonLink } from "../../components/button/button-link.tsx";
import { Scoreflow } from "../../components/scoreflow/scoreflow.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import resultStyles from "./rounds/result-card.module.css";
import styles from "./team-screen.module.css";

interface Props {
	readonly team: Team;
	readonly season: Season;
}

/** The team's points of the season, with the link to its report, in one line above the team; nothing if it has no scores. */
export const SeasonResult = ({ team }: Pick<Props, "team">) => {
	const { t } = useTranslation();
	if (Object.keys(team.scoreflow).length === 0) return null;
	return (
		<section className={resultStyles.card} aria-label={t("report.open")}>
			<Link to={paths.seasonReport.to()}>
				<span>
					{formatPoints(team.points)} {t("report.points")}
				</span>
				<b>{t("report.open")}</b>
			</Link>
		</section>
	);
};

/** The team's scores by round, with links to the score details and, until the season is over, to its report. */
export const SeasonSummary = memo(({ team, season }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const rounds = Object.entries(team.scoreflow)
		.map(([id, points]) => ({ id: Number(id), name: formatRoundLabel(Number(id), season.rules), points }))
		.sort((a, b) => a.id - b.id);
	const latest = rounds.at(-1);
	if (!latest) return null;
	// A round that is being played has a score, but no result yet.
	const published = rounds.findLast(({ id }) =>
		season.rounds.some((round) => round.id === id && round.status === "complete"),
	);
	return (
		<div className={styles.summary}>
			<Scoreflow rounds={rounds} />
			<nav>
				<ButtonLink to={paths.score.to(latest.id, team.id)}>{t("why.open")}</ButtonLink>
				{published ? <ButtonLink to={paths.results.to(published.id)}>{t("result.open")}</ButtonLink> : null}
				{isSeasonComplete(season.rounds) ? null : (
					<ButtonLink to={paths.seasonReport.to()}>{t("report.open")}</ButtonLink>
				)}
			</nav>
		</div>
	);
});
