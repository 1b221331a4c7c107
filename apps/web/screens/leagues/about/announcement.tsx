import { removeAnnouncement, reportAnnouncement } from "@first-bounce/contract/calls";
import type { LeagueEvent } from "@first-bounce/contract/leagues/league-activity";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import styles from "./about.module.css";

interface Props {
	readonly event: Extract<LeagueEvent, { kind: "announcement" }>;
	readonly leagueId: number;
}

/** What a commissioner told the league; a member may report it, its author take it back. */
export const Announcement = ({ event, leagueId }: Props) => {
	const { t } = useTranslation();
	const news = useLeagueUpdates();
	const params = { id: leagueId, eventId: event.id };
	const report = useCallMutation(reportAnnouncement, {
		onSuccess: () => {
			news.done(t("leagues.activity.reported"));
			return news.changed();
		},
	});
	const remove = useCallMutation(removeAnnouncement, {
		onSuccess: () => {
			news.done(t("leagues.activity.takenBack"));
			return news.changed();
		},
	});
	return (
		<>
			<h3>{t("leagues.activity.announcement", { team: event.teamName || t("leagues.activity.someone") })}</h3>
			<p className={styles.announcement}>{event.text}</p>
			<div className={styles.actions}>
				{event.isReported ? <em>{t("leagues.activity.isReported")}</em> : null}
				{event.mayReport ? (
					<Button look="quiet" isPending={report.isPending} onPress={() => report.mutate({ params, body: {} })}>
						{t("leagues.activity.report")}
					</Button>
				) : null}
				{event.mayRemove ? (
					<Button look="quiet" isPending={remove.isPending} onPress={() => remove.mutate({ params, body: {} })}>
						{t("leagues.activity.remove")}
					</Button>
				) : null}
			</div>
		</>
	);
};
