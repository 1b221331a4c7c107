import { showDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { findRound } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { isRetryable } from "../../../api/retry.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { useIds } from "../../../app/use-ids.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { parseFilterParams } from "../../../players/filters/filter-params.ts";
import { ViewSwitch } from "../board/header/view-switch.tsx";
import historyStyles from "../rounds/history.module.css";
import { TeamNotThere } from "../rounds/team-not-there.tsx";
import { TeamSkeleton } from "../team-frame.tsx";
import { DraftRound } from "./draft-round.tsx";
import styles from "./draft-team.module.css";

const NO_IDS = { leagueId: 0, roundId: 0, teamId: 0 };

/** A team of a draft league in a round, as the viewer may see it. */
export const DraftRoundScreen = () => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const ids = useIds("leagueId", "roundId", "teamId");
	const { leagueId: id, roundId, teamId } = ids ?? NO_IDS;
	const [search] = useSearchParams();
	const season = useSeason();
	const query = useQuietCall(showDraftTeam, { params: { id, teamId, roundId } }, { enabled: ids !== null });
	if (!ids) return <TeamNotThere reason={t("history.noAddress")} />;
	if (!query.data && query.error && !isRetryable(query.error))
		return <TeamNotThere reason={getErrorMessage(query.error, t)} />;
	if (season.state !== "ready" || !query.data)
		return <LoadingOrError of={[season, query]} skeleton={<TeamSkeleton />} />;
	const { team } = query.data;
	const round = findRound(season.value.rounds, team.roundId);
	if (!round) return <TeamNotThere reason={t("history.noRound")} />;
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
