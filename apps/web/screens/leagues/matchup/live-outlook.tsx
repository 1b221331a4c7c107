import type { MatchUpView } from "@first-bounce/contract/leagues/league-ladder";
import type { TeamOutlook } from "@first-bounce/rules/projections/live-outlook";
import type { Round } from "@first-bounce/rules/round/round";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { paths } from "../../../app/paths.ts";
import { Table } from "../../../components/table/table.tsx";
import { formatChance } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { computeMatchUpOutlook } from "../../../players/live-outlook.ts";
import { useOutlookText } from "../../../players/use-outlook-text.ts";
import styles from "./live-outlook.module.css";

interface Props {
	readonly matchUp: MatchUpView;
	readonly round: Round;
	readonly season: Season;
}

interface OutlookRow {
	readonly label: string;
	readonly format: (team: TeamOutlook, chance: number) => ReactNode;
}

/** The outlook of a match-up of the current round: chances, projected scores, players left. */
export const LiveOutlook = ({ matchUp, round, season }: Props) => {
	const { t } = useTranslation();
	const { formatProjected, formatRange, formatPlayersLeft } = useOutlookText(season.rules);
	const now = useSeasonTimer().now();
	const { home, away, chances, canChange } = computeMatchUpOutlook(matchUp, round, season, now);
	const isDrawn = !canChange && chances.draw === 1;
	const renderName = (team: MatchUpView["home"]) => (
		<span className="spoken">{team.teamName || t("rankings.formerTeam")}</span>
	);
	const renderChance = (_: TeamOutlook, chance: number) => (
		<b>{isDrawn ? t("leagues.matchup.draw") : formatChance(chance, { canChange })}</b>
	);
	const rows: readonly OutlookRow[] = [
		{ label: t("live.chance"), format: renderChance },
		{ label: t("live.projected"), format: formatProjected },
		...(canChange ? [{ label: t("live.likely"), format: formatRange }] : []),
		{ label: t("live.left"), format: formatPlayersLeft },
	];
	return (
		<section className={styles.outlook} aria-labelledby="live-outlook">
			<h2 id="live-outlook">{t(round.status === "scheduled" ? "live.before" : "live.title")}</h2>
			<div className={styles.bar} aria-hidden="true">
				<span style={{ flexGrow: chances.win + chances.draw / 2 }} />
				<span style={{ flexGrow: chances.loss + chances.draw / 2 }} />
			</div>
			<Table
				rows={rows}
				getKey={({ label }) => label}
				rowHead="label"
				columns={[
					{ id: "home", head: renderName(matchUp.home), cell: ({ format }) => format(home, chances.win) },
					{ id: "label", cell: ({ label }) => label },
					{ id: "away", head: renderName(matchUp.away), cell: ({ format }) => format(away, chances.loss) },
				]}
			/>
			<p>
				{matchUp.home.hidden + matchUp.away.hidden > 0 ? `${t("live.hidden")} ` : ""}
				<Link to={paths.help.to("game-rules")}>{t("live.help")}</Link>
			</p>
		</section>
	);
};
