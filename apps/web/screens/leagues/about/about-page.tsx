import { leaveLeague } from "@first-bounce/contract/calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCallMutation } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../frame/confirm-dialog.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { useLeague } from "../league/use-league.ts";
import styles from "./about.module.css";
import { LeagueActivity } from "./activity.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { LeagueFacts } from "./league-facts.tsx";
import { Members } from "./members.tsx";

const Leave = () => {
	const { t } = useTranslation();
	const league = useLeague();
	const news = useLeagueUpdates();
	const navigate = useNavigate();
	const [isAsking, setAsking] = useState(false);
	const leave = useCallMutation(leaveLeague, {
		onSuccess: async () => {
			await navigate(paths.leagues.to());
			news.gone(league.id);
			news.done(t("leagues.leave.done", { league: league.name }));
			await news.changed();
		},
		onSettled: () => setAsking(false),
	});
	const isH2hStarted = league.type === "h2h" && league.status !== "scheduled";
	return (
		<>
			<Button look="quiet" icon="leave" onPress={() => setAsking(true)}>
				{t("leagues.about.leave")}
			</Button>
			<ConfirmDialog
				title={t("leagues.leave.title")}
				text={t(isH2hStarted ? "leagues.leave.textStarted" : "leagues.leave.text", { league: league.name })}
				yes={t("leagues.leave.yes")}
				isOpen={isAsking}
				onClose={() => setAsking(false)}
				isPending={leave.isPending}
				onConfirm={() => leave.mutate({ params: { id: league.id }, body: { leagueId: league.id } })}
			/>
		</>
	);
};

/** What the league is, what happened in it, who is in it, and the way out. */
export const AboutPage = () => {
	const league = useLeague();
	return (
		<div className={styles.about}>
			<div className={styles.column}>
				{league.may.announce ? <AnnouncementForm leagueId={league.id} /> : null}
				<LeagueActivity leagueId={league.id} />
			</div>
			<div className={styles.column}>
				<LeagueFacts league={league} />
				<Members league={league} />
				{league.may.leave ? <Leave /> : null}
			</div>
		</div>
	);
};
