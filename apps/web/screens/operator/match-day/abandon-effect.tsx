import { previewAbandonment } from "@first-bounce/contract/operator/match-day";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { DateTime } from "../parts/date-time.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import styles from "./match-day.module.css";

/** The effect of abandoning a match on scores, with the teams concerned. */
export const AbandonEffect = ({ matchId }: { readonly matchId: number }) => {
	const { t } = useTranslation("operator");
	return (
		<QueryContent query={useCall(previewAbandonment, { params: { id: matchId } })}>
			{({ withStats, withoutStats, teams, captains, openUntil }) => (
				<div className={styles.effects}>
					<p>{t("rounds.effect.abandon")}</p>
					<ul>
						<li>{t("matchDay.abandon.withStats", { count: withStats })}</li>
						<li>{t("matchDay.abandon.withoutStats", { count: withoutStats })}</li>
						<li>{t("matchDay.abandon.teams", { count: teams })}</li>
						<li>{t("matchDay.abandon.captains", { count: captains })}</li>
						<li>
							{openUntil ? (
								<>
									{t("matchDay.abandon.openUntil")} <DateTime at={openUntil} />
								</>
							) : (
								t("matchDay.abandon.locked")
							)}
						</li>
					</ul>
					<p>{t("matchDay.abandon.undo")}</p>
				</div>
			)}
		</QueryContent>
	);
};
