import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { buildVisibleLineup, computeTeamScore, type VisibleTeam } from "../../../players/team-score.ts";
import styles from "./leagues.module.css";

interface Props {
	readonly leagueId: number;
	/** In a draft league the manager has another team, whose score is on the match-up's page. */
	readonly isDraft: boolean;
}

function useScores(team: VisibleTeam | null, isDraft: boolean, season: Season): string | null {
	const { data } = useQuietCall(showMyTeam, {}, { enabled: team !== null && !isDraft });
	const { current } = season;
	if (!team || !data || !current || isDraft) return null;
	const score = (shown: VisibleTeam) =>
		formatPoints(computeTeamScore(buildVisibleLineup(shown), current, season).points);
	return `${score({ ...data.team, hidden: 0 })}–${score(team)}`;
}

const Line = ({ leagueId, isDraft, season }: Props & { readonly season: Season }) => {
	const { t } = useTranslation();
	const roundId = season.current?.id ?? 0;
	const { data } = useQuietCall(showRoundPlayers, { params: { roundId } }, { enabled: roundId > 0, staleTime: 20_000 });
	const opponent = data?.opponents.find((candidate) => candidate.leagueId === leagueId);
	const scores = useScores(opponent?.team ?? null, isDraft, season);
	if (!opponent) return null;
	return (
		<Link className={styles.matchUp} to={paths.league.to(leagueId, `matchup/${roundId}/${opponent.index}`)}>
			{t("live.versus", { team: opponent.teamName || t("rankings.formerTeam") })}
			{scores ? <b>{scores}</b> : null}
		</Link>
	);
};

/** The manager's opponent of the round in a head-to-head league, with both scores while it is played. */
export const MatchUpLine = (props: Props) => {
	const season = useSeason();
	return season.state === "ready" ? <Line {...props} season={season.value} /> : null;
};
