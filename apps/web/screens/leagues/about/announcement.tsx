import {
	type LeagueEvent,
	removeAnnouncement,
	reportAnnouncement,
} from "@first-bounce/contract/leagues/league-activity";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import styles from "./about.module.css";

interface Props {
	readonly event: Extract<LeagueEvent, { kind: "announcement" }>;
	readonly leagueId: number;
}

/** An announcement, which members may report and its author may remove. */
export const Announcement = ({ event, leagueId }: Props) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const params = { id: leagueId, eventId: event.id };
	const report = useCallMutation(reportAnnouncement, {
		onSuccess: () => {
			updates.showSuccess(t("leagues.activity.reported"));
			return updates.invalidateLeagues();
		},
	});
	const remove = useCallMutation(removeAnnouncement, {
		onSuccess: () => {
			updates.showSuccess(t("leagues.activity.announcementRemoved"));
			return updates.invalidateLeagues();
		},
	});
	return (
		<>
			<h3>{t("leagues.activity.announcement", { team: event.teamName || t("leagues.activity.someone") })}</h3>
			<p className={styles.announcement}>{event.text}</p>
			<div className={styles.actions}>
				{event.isReported ? <em>{t("leagues.activity.isReported")}</em> : null}
				{event.mayReport ? (
					<Button variant="quiet" isPending={report.isPending} onPress={() => report.mutate({ params, body: {} })}>
						{t("leagues.activity.report")}
					</Button>
				) : null}
				{event.mayRemove ? (
					<Button variant="quiet" isPending={remove.isPending} onPress={() => remove.mutate({ params, body: {} })}>
						{t("leagues.activity.remove")}
					</Button>
				) : null}
			</div>
		</>
	);
};
