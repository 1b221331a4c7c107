import { useTranslation } from "react-i18next";
import type { PlayerOwners } from "./event-model.ts";
import styles from "./match-centre.module.css";

/** Tags that say that a player is the viewer's, with her role, or an opponent's. */
export const OwnerTags = ({ ownRole, opponents }: PlayerOwners) => {
	const { t } = useTranslation();
	return (
		<>
			{ownRole === null ? null : (
				<small className={styles.tag} data-owner="mine" data-role={ownRole}>
					{t(`matchCentre.mine.${ownRole}`)}
				</small>
			)}
			{opponents.map(({ leagueId, teamName }) => (
				<small key={leagueId} className={styles.tag} data-owner="theirs">
					{t("matchCentre.theirs", { name: teamName === "" ? t("rankings.formerTeam") : teamName })}
				</small>
			))}
		</>
	);
};
