import { useTranslation } from "react-i18next";
import { site } from "../site.ts";
import { LockCountdown } from "./lock-countdown.tsx";
import styles from "./shell.module.css";

/** Links to the tipping site and the league's main site, and the countdown to the next lock. */
export const BrandBar = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.bar}>
			<a href={site.links.tipping}>{t("nav.tipping")}</a>
			<a href={site.links.league}>{t("nav.league")}</a>
			<LockCountdown />
		</div>
	);
};
