import type { SuccessOf } from "@first-bounce/contract/call";
import { type showRecoverableLeagues, skipLeagueRecovery } from "@first-bounce/contract/leagues/league-recover";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCallMutation } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import listStyles from "../frame/league-list.module.css";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import join from "../join/join.module.css";
import styles from "./leagues.module.css";

/** Leagues that the user ran last season, to regenerate or to skip. */
export const RecoverableLeagues = ({ leagues }: Pick<SuccessOf<typeof showRecoverableLeagues>, "leagues">) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const skip = useCallMutation(skipLeagueRecovery, {
		onSuccess: (_, { params }) => {
			const skipped = leagues.find(({ id }) => id === params.leagueId);
			updates.showSuccess(t("leagues.recover.skipped", { league: skipped?.name }));
			return updates.invalidateLeagues();
		},
	});
	const [firstLeague] = leagues;
	if (!firstLeague) return null;
	return (
		<section className={styles.section}>
			<header>
				<h2>{t("leagues.recover.title", { season: firstLeague.seasonName })}</h2>
				<p>{t("leagues.recover.text", { count: leagues.length })}</p>
			</header>
			<ul className={listStyles.lines}>
				{leagues.map((league) => (
					<li key={league.id} className={listStyles.line}>
						<LeagueCrest league={league} size={52} />
						<div className={listStyles.words}>
							<h2 className={listStyles.name}>{league.name}</h2>
							<p className={listStyles.facts}>
								<span>{t(`leagues.${league.type}`)}</span>
								<span>{t("leagues.teams", { count: league.numTeams })}</span>
							</p>
						</div>
						<div className={listStyles.end}>
							<Button
								variant="quiet"
								aria-label={`${t("leagues.recover.skip")}: ${league.name}`}
								isPending={skip.isPending}
								onPress={() => skip.mutate({ params: { leagueId: league.id }, body: {} })}
							>
								{t("leagues.recover.skip")}
							</Button>
							<Link
								to={paths.createLeague.to(league.id)}
								className={join.create}
								aria-label={`${t("leagues.recover.regenerate")}: ${league.name}`}
							>
								{t("leagues.recover.regenerate")}
							</Link>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
};
