import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { formatAverage, formatPoints } from "../../i18n/format.ts";
import { isInPlay } from "../matches/live-match.ts";
import { buildMatchRows } from "../matches/match-rows.ts";
import { MATCH_STATS } from "../matches/match-stats.ts";
import styles from "./player-stats.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly matches: PlayerStatsFile;
	readonly season: Season;
}

const computeAverage = (values: readonly number[]): number =>
	values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const HEADINGS = ["RD", "OPP", ...MATCH_STATS, "SCORE"] as const;

/** Her matches, newest first, including missed rounds. The averages leave out a match being played. */
export const MatchStatsTable = ({ player, matches, season }: Props) => {
	const { t } = useTranslation();
	const rows = buildMatchRows(player, matches, season);
	if (rows.length === 0) return <p className={styles.none}>{t("player.noMatches")}</p>;
	const isLive = (matchId: number) => {
		const match = season.matchById.get(matchId);
		return match !== undefined && isInPlay(match);
	};
	const finished = matches.filter(({ matchId }) => !isLive(matchId));
	const getOpponent = (squadId: number) => season.squads.get(squadId)?.abbreviation ?? "";
	return (
		<div className={styles.scroller}>
			<table className={styles.matches}>
				<caption className="spoken">{t("player.matchStats")}</caption>
				<thead>
					<tr>
						{HEADINGS.map((heading) => (
							<th key={heading} scope="col">
								<abbr title={t(`player.stat.${heading}`)}>{heading}</abbr>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) =>
						row.kind === "match" ? (
							<tr key={row.match.matchId}>
								<th scope="row">{row.roundId}</th>
								<td>
									{getOpponent(row.match.opponentId)}
									{isLive(row.match.matchId) ? <span className={styles.live}> {t("player.live.match")}</span> : null}
								</td>
								{MATCH_STATS.map((stat) => (
									<td key={stat}>{row.match.stats[stat]}</td>
								))}
								<td className={styles.points}>{formatPoints(row.match.points)}</td>
							</tr>
						) : (
							<tr key={row.kind === "bye" ? `bye ${row.roundId}` : row.matchId} data-missed>
								<th scope="row">{row.roundId}</th>
								<td>{row.kind === "bye" ? t("card.bye") : getOpponent(row.opponentId)}</td>
								<td colSpan={MATCH_STATS.length} />
								<td>{row.kind === "bye" ? "-" : t("card.dnp")}</td>
							</tr>
						),
					)}
				</tbody>
				{finished.length > 0 ? (
					<tfoot>
						<tr>
							<th scope="row" colSpan={2}>
								{t("player.averageRow")}
							</th>
							{MATCH_STATS.map((stat) => (
								<td key={stat}>{formatAverage(computeAverage(finished.map((match) => match.stats[stat])))}</td>
							))}
							<td className={styles.points}>{formatAverage(computeAverage(finished.map(({ points }) => points)))}</td>
						</tr>
					</tfoot>
				) : null}
			</table>
		</div>
	);
};
