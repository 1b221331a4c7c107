import { LeagueDraftSettings } from "../draft/settings/draft-settings-card.tsx";
import { useLeague } from "../league/use-league.ts";
import styles from "./about.module.css";
import { LeagueActivity } from "./activity.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { Leaders } from "./leaders.tsx";
import { LeagueFacts } from "./league-facts.tsx";
import { LeaveLeague } from "./leave-league.tsx";
import { Members } from "./members.tsx";

/** The league's details, who runs it, activity and members, and leaving it. */
export const AboutPage = () => {
	const league = useLeague();
	return (
		<div className={styles.about}>
			<div className={styles.column}>
				<LeagueActivity leagueId={league.id} />
				{league.may.announce && league.numTeams > 1 ? <AnnouncementForm leagueId={league.id} /> : null}
			</div>
			<div className={styles.column}>
				<LeagueFacts league={league} />
				{league.class === "draft" && league.isMember ? <LeagueDraftSettings /> : null}
				<Leaders league={league} />
				<Members league={league} />
				{league.isMember ? <LeaveLeague league={league} /> : null}
			</div>
		</div>
	);
};
