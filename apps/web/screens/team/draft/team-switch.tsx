import { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import styles from "./team-switch.module.css";

const STALE_MS = 60_000;

/** The user's teams in draft leagues whose draft is complete; none while they load. */
export function useDraftTeams() {
	const { data, isLoading } = useCall(listMyDraftTeams, {}, { staleTime: STALE_MS, meta: { noErrorModal: true } });
	return { data: data?.teams.filter(({ draftStatus }) => draftStatus === "complete"), isLoading };
}

/** Switches between the classic team and those in draft leagues; nothing for a manager without such a team. */
export const TeamSwitch = ({ leagueId = null }: { readonly leagueId?: number | null }) => {
	const { t } = useTranslation();
	const { data: teams = [] } = useDraftTeams();
	if (teams.length === 0) return null;
	return (
		<nav className={styles.teams} aria-label={t("draftTeam.teams")}>
			<Link to={paths.team.toClassic()} aria-current={leagueId === null ? "page" : undefined}>
				{t("draftTeam.classic")}
			</Link>
			{teams.map((team) => (
				<Link
					key={team.leagueId}
					to={paths.draftTeam.to(team.leagueId)}
					aria-current={leagueId === team.leagueId ? "page" : undefined}
				>
					{team.leagueName}
				</Link>
			))}
		</nav>
	);
};
