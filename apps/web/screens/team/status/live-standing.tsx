import { showEliminationLadder } from "@first-bounce/contract/leagues/league-ladder";
import { type RoundOpponent, showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { showProjectedTotals } from "@first-bounce/contract/team/team";
import { computeOutlookDeviation, type TeamOutlook } from "@first-bounce/rules/projections/live-outlook";
import { computeRankOutlook } from "@first-bounce/rules/projections/rank-outlook";
import { computeTypicalDeviation } from "@first-bounce/rules/projections/rival-outlook";
import type { Round } from "@first-bounce/rules/round/round";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { callQuery } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { formatChance, formatInteger, formatPoints } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import {
	computeLineupOutlook,
	computeMatchUpOutlook,
	computeSurvivalOutlook,
	isInDanger,
} from "../../../players/live-outlook.ts";
import { useOutlookText } from "../../../players/use-outlook-text.ts";
import { RankMovement, useTeamRank } from "../board/header/header-tiles.tsx";
import type { Board } from "../board/state/board.ts";
import styles from "./live-standing.module.css";

/** Twice the maximum age of the server's projections. */
const REFRESH_MS = 20_000;

type LiveBoard = Pick<Board, "team" | "season" | "lineup">;

/** The team's projected rank with its range; null until it is known. */
function useProjectedRank({ team, season }: LiveBoard, round: Round, outlook: TeamOutlook) {
	const rank = useTeamRank(team);
	const { data: projected } = useQuietCall(
		showProjectedTotals,
		{ query: { teamId: team.id } },
		{ refetchInterval: REFRESH_MS },
	);
	if (!rank || rank.overallRank === null || !projected || projected.roundId !== round.id || projected.own === null)
		return null;
	const { rules } = season;
	return computeRankOutlook(
		{
			total: rank.overallPoints - rank.roundPoints + outlook.mean,
			deviation: computeOutlookDeviation(outlook, rules),
			rank: rank.overallRank,
		},
		{
			groups: projected.groups,
			own: projected.own,
			deviation: computeTypicalDeviation(round, rules),
		},
	);
}

interface MatchUpProps {
	readonly opponent: RoundOpponent;
	readonly board: LiveBoard;
	readonly round: Round;
}

/** A match-up of the team, with the chance to win it and the opponent's players left. */
const MatchUp = ({ opponent, board: { season, lineup }, round }: MatchUpProps) => {
	const { t } = useTranslation();
	const { formatProjected, formatPlayersLeft } = useOutlookText(season.rules);
	const now = useSeasonTimer().now();
	if (!opponent.team) return null;
	const { field, ...own } = lineup;
	const { home, away, chances, canChange } = computeMatchUpOutlook(
		{ home: { ...own, lineup: field, hidden: 0 }, away: opponent.team },
		round,
		season,
		now,
	);
	const isDrawn = !canChange && chances.draw === 1;
	return (
		<li>
			<Link to={paths.league.to(opponent.leagueId, `matchup/${round.id}/${opponent.index}`)}>
				<span>
					<b>{t("live.versus", { team: opponent.teamName || t("rankings.formerTeam") })}</b>
					<small>
						{t("live.matchUp", {
							league: opponent.leagueName,
							own: formatProjected(home),
							other: formatProjected(away),
						})}
					</small>
				</span>
				<span>
					<b>
						{isDrawn
							? t("leagues.matchup.draw")
							: t("live.chanceOf", { chance: formatChance(chances.win, { canChange }) })}
					</b>
					<small>{formatPlayersLeft(away)}</small>
				</span>
			</Link>
		</li>
	);
};

interface EliminationProps {
	readonly leagues: readonly { readonly leagueId: number; readonly leagueName: string }[];
	readonly round: Round;
	readonly season: Season;
}

/** The team's places in elimination leagues in which it is alive while a round is live, with its chances to survive. */
const EliminationLeagues = ({ leagues, round, season }: EliminationProps) => {
	const { t } = useTranslation();
	const now = useSeasonTimer().now();
	const ladders = useQueries({
		queries: leagues.map(({ leagueId }) => ({
			...callQuery(showEliminationLadder, { query: { leagueId, roundId: 0 } }),
			meta: { noErrorModal: true },
		})),
	});
	const places = leagues.flatMap(({ leagueId, leagueName }, index) => {
		const ladder = ladders[index]?.data;
		const own = ladder?.currentUserRanking;
		if (!ladder?.isLive || ladder.roundId !== round.id || !own || own.out || ladder.winnerTeamId !== null) return [];
		const teams = ladder.rankings.filter(({ out }) => out === null).length;
		const outlook = ladder.inDanger === 1 ? computeSurvivalOutlook(ladder.lineups, round, season, now) : null;
		const safety = isInDanger(own.rank, teams, ladder.inDanger) ? "leagues.eliminated.danger" : "live.survival.safe";
		const state = ladder.inDanger === 0 ? "live.survival.nobodyGoes" : safety;
		return [{ leagueId, leagueName, own, teams, outlook, state } as const];
	});
	if (places.length === 0) return null;
	return (
		<>
			<h3>{t("live.survival.title")}</h3>
			<ul>
				{places.map(({ leagueId, leagueName, own, teams, outlook, state }) => {
					const chance = outlook?.chances.get(own.teamId);
					return (
						<li key={leagueId}>
							<Link to={paths.league.to(leagueId, "ladder")}>
								<span>
									<b>{leagueName}</b>
									<small>
										{t("live.survival.place", {
											place: t("result.place", { count: own.rank, rank: own.rank, ordinal: true }),
											teams,
											points: own.roundPoints === null ? "–" : formatPoints(own.roundPoints),
										})}
									</small>
								</span>
								<span>
									{outlook && chance !== undefined ? (
										<b>{t("live.survival.chance", { chance: formatChance(chance, outlook) })}</b>
									) : null}
									<small>{t(state)}</small>
								</span>
							</Link>
						</li>
					);
				})}
			</ul>
		</>
	);
};

/** Shown while a round is played: the live and projected rank, the projected score, the players left, and the match-ups. */
export const LiveStanding = ({ board, round }: { readonly board: LiveBoard; readonly round: Round }) => {
	const { t } = useTranslation();
	const { season, team, lineup } = board;
	const { formatProjected, formatRange, formatPlayersLeft } = useOutlookText(season.rules);
	const outlook = computeLineupOutlook(lineup, round, season);
	const projectedRank = useProjectedRank(board, round, outlook);
	const rank = useTeamRank(team);
	const { data: players } = useQuietCall(
		showRoundPlayers,
		{ params: { roundId: round.id } },
		{ refetchInterval: REFRESH_MS },
	);
	const opponents = players?.opponents.filter((opponent) => opponent.team !== null) ?? [];
	const isOpen = outlook.toCome + outlook.playing > 0;
	const facts = [
		{
			label: t("live.rank"),
			value: rank?.overallRank ? formatInteger(rank.overallRank) : t("team.unranked"),
			note: <RankMovement board={board} rank={rank?.overallRank ?? null} isLive />,
		},
		{
			label: t("live.projectedRank"),
			value: projectedRank ? formatInteger(projectedRank.rank) : t("team.unranked"),
			note:
				projectedRank && projectedRank.best < projectedRank.worst
					? t("live.range", { low: formatInteger(projectedRank.best), high: formatInteger(projectedRank.worst) })
					: "",
		},
		{ label: t("live.projected"), value: formatProjected(outlook), note: isOpen ? formatRange(outlook) : "" },
		{ label: t("live.left"), value: String(outlook.toCome + outlook.playing), note: formatPlayersLeft(outlook) },
	];
	return (
		<section className={styles.standing} aria-labelledby="live-standing">
			<h2 id="live-standing">{t("live.title")}</h2>
			<dl>
				{facts.map(({ label, value, note }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>
							<b>{value}</b> <span>{note}</span>
						</dd>
					</div>
				))}
			</dl>
			{opponents.length > 0 ? (
				<>
					<h3>{t("live.matchUps")}</h3>
					<ul>
						{opponents.map((opponent) => (
							<MatchUp key={opponent.leagueId} opponent={opponent} board={board} round={round} />
						))}
					</ul>
				</>
			) : null}
			<EliminationLeagues leagues={players?.eliminationLeagues ?? []} round={round} season={season} />
			<p>
				<Link to={paths.help.to("game-rules")}>{t("live.help")}</Link>
			</p>
		</section>
	);
};
