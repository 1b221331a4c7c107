import { useTranslation } from "react-i18next";
import { site } from "../site.ts";
import { RoundClock } from "./round-clock.tsx";
import styles from "./shell.module.css";

/** Above everything: the companion tipping site, the league's main site, and the clock to the next lock (D2 §1). */
export const BrandBar = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.bar}>
			<a href={site.links.tipping}>{t("nav.tipping")}</a>
			<a href={site.links.league}>{t("nav.league")}</a>
			<RoundClock />
		</div>
	);
};
