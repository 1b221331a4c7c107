import { useTranslation } from "react-i18next";
import { formatInteger } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import styles from "./claims.module.css";
import { useWaivers } from "./use-waivers.tsx";

/** The teams in the order in which their claims come first. */
export const OrderCard = () => {
	const { t } = useTranslation();
	const { runs, teamById, own } = useWaivers();
	const { order, priority } = runs;
	return (
		<section className={frame.card} aria-label={t("waivers.order.title")}>
			<h2>{t("waivers.order.title")}</h2>
			<p className={frame.hint}>{t(`waivers.order.text.${priority}`)}</p>
			<ol className={styles.order}>
				{order.map(({ teamId, budget }) => (
					<li key={teamId} data-own={teamId === own?.teamId || undefined}>
						<span dir="auto">{teamById.get(teamId)?.name}</span>
						{budget === null ? null : <b>${formatInteger(budget)}</b>}
					</li>
				))}
			</ol>
		</section>
	);
};
