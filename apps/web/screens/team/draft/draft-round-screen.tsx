import { showDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { findRound } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { useIds } from "../../../app/use-ids.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { parseFilterParams } from "../../../players/filters/filter-params.ts";
import { ViewSwitch } from "../board/header/view-switch.tsx";
import historyStyles from "../rounds/history.module.css";
import { TeamSkeleton } from "../team-frame.tsx";
import { DraftRound } from "./draft-round.tsx";
import styles from "./draft-team.module.css";

/** For an address without valid ids. The server refuses them. */
const NO_IDS = { leagueId: 0, roundId: 0, teamId: 0 };

/** A team of a draft league in a round, as the viewer may see it. */
export const DraftRoundScreen = () => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { leagueId: id, roundId, teamId } = useIds("leagueId", "roundId", "teamId") ?? NO_IDS;
	const [search] = useSearchParams();
	const season = useSeason();
	const query = useQuietCall(showDraftTeam, { params: { id, teamId, roundId } });
	if (season.state !== "ready" || !query.data)
		return <LoadingOrError of={[season, query]} skeleton={<TeamSkeleton />} />;
	const { team } = query.data;
	const round = findRound(season.value.rounds, team.roundId);
	if (!round) return null;
	const name = team.teamName || t("rankings.formerTeam");
	const roundLabel = formatRoundLabel(round.id, season.value.rules);
	const backTo = team.matchUp
		? paths.league.to(team.leagueId, `matchup/${round.id}/${team.matchUp.index}`)
		: paths.league.to(team.leagueId, "ladder");
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: name })}</title>
			<nav className={styles.back}>
				<Link to={backTo}>
					‹ {team.leagueName} · {roundLabel}
				</Link>
			</nav>
			<header className={historyStyles.head}>
				<h1>{name}</h1>
				{team.lineup ? <ViewSwitch /> : null}
			</header>
			<DraftRound draft={team} round={round} season={season.value} stat={parseFilterParams(search).stat} />
		</div>
	);
};
