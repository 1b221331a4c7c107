import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { EmptyState, Notice } from "../components/states/states.tsx";
import styles from "./guard-notes.module.css";
import { paths } from "./paths.ts";
import { saveReturnPage } from "./session/next-page.ts";

/** Invites visitors of a page to sign up, and stores the page to return to afterwards. */
export const VisitorNote = () => {
	const { t } = useTranslation();
	const { pathname, search } = useLocation();
	const signUp = (
		<Link to={paths.home.to()} onClick={() => saveReturnPage(`${pathname}${search}`)}>
			{t("visitor.signUp")}
		</Link>
	);
	return (
		<div className={styles.note}>
			<Notice tone="info" action={signUp}>
				{t("visitor.text")}
			</Notice>
		</div>
	);
};

/** Shown to an operator without a team instead of a page that needs one. */
export const NoTeam = () => {
	const { t } = useTranslation();
	return (
		<EmptyState icon="team" title={t("noTeam.title")} text={t("noTeam.text")} isPage>
			<title>{t("app.title", { page: t("noTeam.title") })}</title>
			<Link to={paths.operator.to()}>{t("nav.operator")}</Link>
		</EmptyState>
	);
};
