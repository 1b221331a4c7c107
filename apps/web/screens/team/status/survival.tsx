import { showEliminationLadder } from "@first-bounce/contract/leagues/league-ladder";
import type { Round } from "@first-bounce/rules/round/round";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { callQuery } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { formatChance, formatPoints } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { computeSurvivalOutlook, isInDanger } from "../../../players/live-outlook.ts";

interface Props {
	readonly leagues: readonly { readonly leagueId: number; readonly leagueName: string }[];
	readonly round: Round;
	readonly season: Season;
}

/** The team's places in elimination leagues in which it is alive while a round is live, with its chances to survive. */
export const EliminationLeagues = ({ leagues, round, season }: Props) => {
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
									{chance === undefined ? null : (
										<b>{t("live.survival.chance", { chance: formatChance(chance, outlook?.isOpen ?? false) })}</b>
									)}
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
