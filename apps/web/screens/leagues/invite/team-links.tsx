import { createTeamLink } from "@first-bounce/contract/draft/draft-process";
import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { CopyButton } from "../../../components/share/copy-button.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { useLeagueTeams } from "../../../draft-league/use-league-teams.ts";
import styles from "./invite.module.css";

interface TeamLinkProps {
	readonly leagueId: number;
	readonly team: { readonly teamId: number; readonly name: string };
}

/** A team without a manager, with the link that hands it over. */
const TeamLink = ({ leagueId, team }: TeamLinkProps) => {
	const { t } = useTranslation();
	const link = useCallMutation(createTeamLink, { meta: { hasInlineError: true } });
	const url = link.data && new URL(paths.joinLeague.to(link.data.code, link.data.invite), location.origin).href;
	return (
		<div className={styles.row}>
			<p className={styles.link}>
				<b dir="auto">{team.name}</b>
				{url ? <span>{url}</span> : null}
			</p>
			{url ? (
				<CopyButton name={t("leagues.invite.copyTeamLink", { team: team.name })} text={url} />
			) : (
				<Button
					aria-label={t("leagues.invite.createTeamLink", { team: team.name })}
					isPending={link.isPending}
					onPress={() => link.mutate({ params: { id: leagueId }, body: { teamId: team.teamId } })}
				>
					{t("leagues.invite.createLink")}
				</Button>
			)}
			<ErrorNotice error={link.error} />
		</div>
	);
};

/** Hands teams without a manager over, once a draft has started. */
export const TeamLinks = ({ league }: { readonly league: LeagueSummary }) => {
	const { t } = useTranslation();
	const { teams, result } = useLeagueTeams(league.id);
	// Both list the teams in their order.
	const vacant = teams.filter((_, index) => result.data?.teams[index]?.owner === null);
	if (!result.data) return <LoadingOrError of={[result]} height="210px" />;
	return (
		<section className={styles.panel} aria-label={t("leagues.invite.teams")}>
			<h2>{t("leagues.invite.teams")}</h2>
			<p>{t(vacant.length > 0 ? "leagues.invite.teamsText" : "leagues.invite.allManaged")}</p>
			{vacant.map((team) => (
				<TeamLink key={team.teamId} leagueId={league.id} team={team} />
			))}
		</section>
	);
};
