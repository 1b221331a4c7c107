import type { MatchUpTeam, MatchUpView } from "@first-bounce/contract/leagues/league-ladder";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { formatManager } from "../../../components/manager-cell/manager-cell.tsx";
import { formatAverage, formatPoints } from "../../../i18n/format.ts";
import { useMedia } from "../../../live/use-media.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import { useLeague } from "../league/use-league.ts";
import styles from "./matchup.module.css";

interface TeamProps {
	readonly team: MatchUpTeam;
	readonly roundId: number;
	readonly side: "home" | "away";
}

const Team = ({ team, roundId, side }: TeamProps) => {
	const { t } = useTranslation();
	const league = useLeague();
	const isWide = useMedia("(min-width: 40em)");
	return (
		<div className={styles.team} data-side={side}>
			<ManagerAvatar manager={team} size={isWide ? 64 : 44} />
			<div className={styles.name}>
				<b>{team.teamName || t("rankings.formerTeam")}</b>
				<span>{formatManager(team, t)}</span>
				{/* Before its start a league has no ladder. A manager who has left keeps her match-ups, but has no place on it. */}
				{team.rank > 0 && league.status !== "scheduled" ? (
					<span>{t("leagues.matchup.rank", { rank: t("result.place", { count: team.rank, ordinal: true }) })}</span>
				) : null}
				{league.class === "draft" ? (
					<Link to={paths.draftRound.to(league.id, roundId, team.teamId)}>{t("leagues.matchup.viewTeam")}</Link>
				) : null}
				{team.isComplete && team.points !== null ? (
					<Link
						to={paths.score.to(roundId, team.teamId)}
						aria-label={t("why.openOf", { team: team.teamName || t("rankings.formerTeam") })}
					>
						{t("why.open")}
					</Link>
				) : null}
			</div>
		</div>
	);
};

/** Describes who leads or won; null before the first points. */
function useResultText({ home, away, isComplete, winnerTeamId }: MatchUpView): string | null {
	const { t } = useTranslation();
	if (home.points === null || away.points === null) return null;
	const margin = Math.abs(home.points - away.points);
	const winner = [home, away].find(({ teamId }) => teamId === winnerTeamId);
	// The higher-placed team wins a drawn final.
	if (margin === 0 && winner)
		return t("leagues.matchup.drawnFinal", { team: winner.teamName || t("rankings.formerTeam") });
	if (margin === 0) return t(isComplete ? "leagues.matchup.draw" : "leagues.matchup.level");
	const { teamName } = home.points > away.points ? home : away;
	const marginText = t(isComplete ? "leagues.matchup.wonBy" : "leagues.matchup.by", { points: formatPoints(margin) });
	return `${teamName || t("rankings.formerTeam")} ${marginText}`;
}

interface Props {
	readonly matchUp: MatchUpView;
	/** The median of the round, against which both teams play too; null in a league or a round without it. */
	readonly median: number | null | undefined;
}

export const Scoreboard = ({ matchUp, median }: Props) => {
	const { t } = useTranslation();
	const formatMedianGame = ({ teamName, points }: MatchUpTeam, against: number) => {
		const difference = Math.sign((points ?? 0) - against);
		const side = difference > 0 ? "above" : difference < 0 ? "below" : "level";
		const team = teamName || t("rankings.formerTeam");
		return t(`leagues.matchup.median.${side}`, { team, points: formatAverage(against) });
	};
	const formatRoundName = useRoundName();
	const resultText = useResultText(matchUp);
	const state = matchUp.isComplete ? "final" : matchUp.isLive ? "live" : "ahead";
	const isAhead = matchUp.home.points === null && matchUp.away.points === null;
	const score = ({ points }: MatchUpTeam) => (points === null ? "–" : formatPoints(points));
	const round = matchUp.isGrandFinal
		? t("leagues.fixtures.grandFinal")
		: matchUp.isSemiFinal
			? t("leagues.fixtures.semiFinal")
			: matchUp.isConsolation
				? `${formatRoundName(matchUp.roundId)} · ${t("leagues.fixtures.consolation")}`
				: formatRoundName(matchUp.roundId);
	return (
		<section className={styles.board} data-live={matchUp.isLive || undefined}>
			<p className={styles.round}>
				{round} <span data-live={matchUp.isLive || undefined}>{t(`leagues.fixtures.${state}`)}</span>
			</p>
			<Team team={matchUp.home} roundId={matchUp.roundId} side="home" />
			{isAhead ? (
				<p className={styles.score} data-ahead aria-hidden="true">
					<span>{t("leagues.matchup.v")}</span>
				</p>
			) : (
				<p className={styles.score}>
					<b key={`home ${matchUp.home.points}`}>{score(matchUp.home)}</b>
					<span aria-hidden="true">:</span>
					<b key={`away ${matchUp.away.points}`}>{score(matchUp.away)}</b>
				</p>
			)}
			<Team team={matchUp.away} roundId={matchUp.roundId} side="away" />
			{resultText ? (
				<p className={styles.verdict} role="status">
					{resultText}
				</p>
			) : null}
			{median === null || median === undefined ? null : (
				<p className={styles.verdict}>
					{[matchUp.home, matchUp.away].map((team) => formatMedianGame(team, median)).join(" · ")}
				</p>
			)}
		</section>
	);
};
