import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { getLandingTab } from "../model/league-tabs.ts";
import styles from "./join.module.css";
import type { JoinFlow } from "./use-join.ts";

interface Props {
	readonly league: LeagueSummary;
	readonly joining: JoinFlow;
	/** Shown as the page's primary button. */
	readonly isMain?: boolean;
}

/** The join button, or the reason why the user cannot join. */
export const JoinButton = ({ league, joining, isMain = false }: Props) => {
	const { t } = useTranslation();
	const state = joining.getState(league);
	if (state === "member")
		return (
			<>
				<span className={styles.reason}>{t("leagues.join.member")}</span>
				<Link to={paths.league.to(league.id, getLandingTab(league))} className={styles.view}>
					{t("leagues.join.view")}
				</Link>
			</>
		);
	if (state === "full" || state === "started")
		return <span className={styles.reason}>{t(`leagues.join.${state}`)}</span>;
	if (state === "sign-in" && isMain)
		return (
			<>
				<Button variant="main" isPending={joining.isRedirecting} onPress={() => joining.join(league, "sign-up")}>
					{t("leagues.join.signUp")}
				</Button>
				<Button isPending={joining.isRedirecting} onPress={() => joining.join(league)}>
					{t("leagues.join.signIn")}
				</Button>
			</>
		);
	return (
		<Button
			variant={isMain ? "main" : "plain"}
			aria-label={
				state === "join"
					? t("leagues.join.joinSpoken", { league: league.name })
					: `${t("leagues.join.signIn")}: ${league.name}`
			}
			isPending={joining.pendingCode === league.code}
			onPress={() => joining.join(league)}
		>
			{t(state === "join" ? "leagues.join.join" : "leagues.join.signIn")}
		</Button>
	);
};
