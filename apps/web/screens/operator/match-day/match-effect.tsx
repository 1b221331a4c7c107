import { previewAbandonment } from "@first-bounce/contract/operator/match-day";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { DateTime } from "../parts/date-time.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import styles from "./match-day.module.css";

interface Props {
	readonly matchId: number;
	readonly action: "move" | "abandon";
}

/** The effect of moving or abandoning a match, with the teams concerned. */
export const MatchEffect = ({ matchId, action }: Props) => {
	const { t } = useTranslation("operator");
	const isAbandoned = action === "abandon";
	return (
		<QueryContent query={useCall(previewAbandonment, { params: { id: matchId } })}>
			{({ withStats, withoutStats, teams, captains, openUntil }) => {
				const until = openUntil ? (
					<>
						{t("matchDay.effect.openUntil")} <DateTime at={openUntil} />
					</>
				) : (
					t("matchDay.effect.locked")
				);
				return (
					<div className={styles.effects}>
						<p>{t(`rounds.effect.${action}`)}</p>
						<ul>
							{isAbandoned ? (
								<>
									<li>{t("matchDay.effect.withStats", { count: withStats })}</li>
									<li>{t("matchDay.effect.withoutStats", { count: withoutStats })}</li>
								</>
							) : null}
							<li>{t("matchDay.effect.teams", { count: teams })}</li>
							<li>{t("matchDay.effect.captains", { count: captains })}</li>
							{isAbandoned ? <li>{until}</li> : null}
						</ul>
						{isAbandoned ? <p>{t("matchDay.effect.undo")}</p> : null}
					</div>
				);
			}}
		</QueryContent>
	);
};
