import { useTranslation } from "react-i18next";
import frame from "../frame/frame.module.css";
import styles from "./trades.module.css";
import { useTrades } from "./use-trades.tsx";

/** The teams that can be asked. */
export const TeamChoice = ({ onChoose }: { readonly onChoose: (teamId: number) => void }) => {
	const { t } = useTranslation();
	const { teams, ownTeamId, getTeamName } = useTrades();
	const others = teams.filter(({ teamId }) => teamId !== ownTeamId);
	return (
		<section className={frame.card} aria-label={t("trades.offer.team")}>
			<h2>{t("trades.offer.team")}</h2>
			{others.some(({ isManaged }) => isManaged) ? null : <p className={frame.hint}>{t("trades.offer.nobody")}</p>}
			<ul className={styles.teams}>
				{others.map(({ teamId, isManaged }) => (
					<li key={teamId}>
						<button type="button" disabled={!isManaged} onClick={() => onChoose(teamId)}>
							<b dir="auto">{getTeamName(teamId)}</b>
							{isManaged ? null : <small>{t("trades.offer.unmanaged")}</small>}
						</button>
					</li>
				))}
			</ul>
		</section>
	);
};
