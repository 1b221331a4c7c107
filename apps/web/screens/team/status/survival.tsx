import { showEliminationLadder } from "@first-bounce/contract/leagues/league-ladder";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { formatChance, formatPoints } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { computeSurvivalOutlook } from "../../../players/live-outlook.ts";

interface Props {
	readonly league: { readonly leagueId: number; readonly leagueName: string };
	readonly round: Round;
	readonly season: Season;
}

/** The team's place in an elimination league while a round is live, with its chance to survive; nothing once it is out. */
export const Survival = ({ league: { leagueId, leagueName }, round, season }: Props) => {
	const { t } = useTranslation();
	const now = useSeasonTimer().now();
	const { data } = useCall(
		showEliminationLadder,
		{ query: { leagueId, roundId: 0 } },
		{ meta: { noErrorModal: true } },
	);
	const own = data?.currentUserRanking;
	if (!data?.isLive || data.roundId !== round.id || !own || own.out || data.winnerTeamId !== null) return null;
	const alive = data.rankings.filter(({ out }) => out === null);
	const place = alive.findIndex(({ teamId }) => teamId === own.teamId) + 1;
	const outlook = data.inDanger === 1 ? computeSurvivalOutlook(data.lineups, round, season, now) : null;
	const chance = outlook?.chances.get(own.teamId);
	const state = data.inDanger === 0 ? "nobodyGoes" : place > alive.length - data.inDanger ? "danger" : "safe";
	return (
		<li>
			<Link to={paths.league.to(leagueId, "ladder")}>
				<span>
					<b>{leagueName}</b>
					<small>
						{t("live.survival.place", {
							place: t("result.place", { count: place, rank: place, ordinal: true }),
							teams: alive.length,
							points: own.roundPoints === null ? "–" : formatPoints(own.roundPoints),
						})}
					</small>
				</span>
				<span>
					{chance === undefined ? null : (
						<b>{t("live.survival.chance", { chance: formatChance(chance, outlook?.isOpen ?? false) })}</b>
					)}
					<small>{t(`live.survival.${state}`)}</small>
				</span>
			</Link>
		</li>
	);
};
