import { leaveLeague } from "@first-bounce/contract/leagues/league-actions";
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

const LeaveLeague = () => {
	const { t } = useTranslation();
	const league = useLeague();
	const updates = useLeagueUpdates();
	const navigate = useNavigate();
	const [isConfirming, setConfirming] = useState(false);
	const leave = useCallMutation(leaveLeague, {
		onSuccess: async () => {
			await navigate(paths.leagues.to());
			updates.removeLeague(league.id);
			updates.showSuccess(t("leagues.leave.done", { league: league.name }));
			await updates.invalidateLeagues();
		},
		onSettled: () => setConfirming(false),
	});
	const hasStarted = league.status !== "scheduled";
	const isPlayingOn = league.type === "elimination" && league.outInRound === null;
	const started = league.type === "h2h" ? "textStarted" : isPlayingOn ? "textElimination" : "text";
	return (
		<>
			<Button variant="quiet" icon="leave" onPress={() => setConfirming(true)}>
				{t("leagues.about.leave")}
			</Button>
			<ConfirmDialog
				title={t("leagues.leave.title")}
				text={t(`leagues.leave.${hasStarted ? started : "text"}`, { league: league.name })}
				confirmLabel={t("leagues.leave.yes")}
				isOpen={isConfirming}
				onClose={() => setConfirming(false)}
				isPending={leave.isPending}
				onConfirm={() => leave.mutate({ params: { id: league.id }, body: { leagueId: league.id } })}
			/>
		</>
	);
};

/** The league's details, activity and members, and leaving it. */
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
				{league.may.leave ? <LeaveLeague /> : null}
			</div>
		</div>
	);
};
