import { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { useMedia } from "../../../live/use-media.ts";
import styles from "./team-switch.module.css";

const STALE_MS = 60_000;

/** The user's teams in draft leagues whose draft is complete; none while they load. */
export function useDraftTeams() {
	const { data, isLoading } = useQuietCall(listMyDraftTeams, {}, { staleTime: STALE_MS });
	return { data: data?.teams.filter(({ draftStatus }) => draftStatus === "complete"), isLoading };
}

interface Props {
	/** The league of the shown draft team; null for the classic team. */
	readonly leagueId?: number | null;
}

/** Whether the page is wider than a phone, where the switch has a row of its own. */
const useHasRow = () => useMedia("(min-width: 48em)");

/** Switches between the classic team and the draft teams; nothing for a manager without draft teams. */
export const TeamSwitch = ({ leagueId = null }: Props) => {
	const { t } = useTranslation();
	const { data: teams = [] } = useDraftTeams();
	const hasRow = useHasRow();
	if (teams.length === 0 || !hasRow) return null;
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

/** The name of the shown team, which on a phone opens the choice of the manager's teams. */
export const TeamTitle = ({ name, leagueId = null }: Props & { readonly name: string }) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const { data: teams = [] } = useDraftTeams();
	const hasRow = useHasRow();
	if (teams.length === 0 || hasRow) return <h1 tabIndex={-1}>{name}</h1>;
	return (
		<>
			<h1 tabIndex={-1} className={styles.title}>
				<span>{name}</span>
			</h1>
			<select
				className={styles.choice}
				aria-label={t("draftTeam.teams")}
				value={leagueId ?? ""}
				onChange={({ target: { value } }) =>
					void navigate(value === "" ? paths.team.toClassic() : paths.draftTeam.to(Number(value)))
				}
			>
				<option value="">{t("draftTeam.classic")}</option>
				{teams.map((team) => (
					<option key={team.leagueId} value={team.leagueId}>
						{team.leagueName}
					</option>
				))}
			</select>
		</>
	);
};
