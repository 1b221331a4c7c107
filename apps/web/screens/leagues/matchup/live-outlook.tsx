import type { MatchUpView } from "@first-bounce/contract/leagues/league-ladder";
import type { TeamOutlook } from "@first-bounce/rules/projections/live-outlook";
import type { Round } from "@first-bounce/rules/round/round";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { paths } from "../../../app/paths.ts";
import { formatChance } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { computeMatchUpOutlook } from "../../../players/live-outlook.ts";
import { useOutlookText } from "../../../players/use-outlook-text.ts";
import styles from "./live-outlook.module.css";

interface Props {
	readonly match: MatchUpView;
	readonly round: Round;
	readonly season: Season;
}

/** The outlook of a match-up of the current round: chances, projected scores, players left. */
export const LiveOutlook = ({ match, round, season }: Props) => {
	const { t } = useTranslation();
	const { formatProjected, formatRange, formatPlayersLeft } = useOutlookText(season.rules);
	const now = useSeasonTimer().now();
	const { home, away, chances, isOpen } = computeMatchUpOutlook(match, round, season, now);
	const isDrawn = !isOpen && chances.draw === 1;
	const renderRow = (label: string, format: (team: TeamOutlook, chance: number) => ReactNode) => (
		<tr>
			<td>{format(home, chances.win)}</td>
			<th scope="row">{label}</th>
			<td>{format(away, chances.loss)}</td>
		</tr>
	);
	return (
		<section className={styles.outlook} aria-labelledby="live-outlook">
			<h2 id="live-outlook">{t("live.title")}</h2>
			<div className={styles.bar} aria-hidden="true">
				<span style={{ flexGrow: chances.win + chances.draw / 2 }} />
				<span style={{ flexGrow: chances.loss + chances.draw / 2 }} />
			</div>
			<table>
				<thead className="spoken">
					<tr>
						<th scope="col">{match.home.teamName || t("rankings.formerTeam")}</th>
						<td />
						<th scope="col">{match.away.teamName || t("rankings.formerTeam")}</th>
					</tr>
				</thead>
				<tbody>
					{renderRow(t("live.chance"), (_, chance) => (
						<b>{isDrawn ? t("leagues.matchup.draw") : formatChance(chance, isOpen)}</b>
					))}
					{renderRow(t("live.projected"), formatProjected)}
					{isOpen ? renderRow(t("live.likely"), formatRange) : null}
					{renderRow(t("live.left"), formatPlayersLeft)}
				</tbody>
			</table>
			<p>
				{match.home.hidden + match.away.hidden > 0 ? `${t("live.hidden")} ` : ""}
				<Link to={paths.help.to("game-rules")}>{t("live.help")}</Link>
			</p>
		</section>
	);
};
