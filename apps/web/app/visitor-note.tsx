import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Notice } from "../components/states/states.tsx";
import { paths } from "./paths.ts";
import { saveReturnPage } from "./session/next-page.ts";
import styles from "./visitor-note.module.css";

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
