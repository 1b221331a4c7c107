import { ApiFailure } from "@first-bounce/contract/client";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import styles from "./past-seasons.module.css";

interface Props {
	readonly page: "season" | "league" | "team";
	readonly error: Error;
	readonly onRetry: () => void;
}

/** Statuses for which trying again is useless: not signed in, members only, and not found. */
const FINAL_STATUSES = [401, 403, 404];

/** Shown for a page that could not be loaded, with a link back to the past seasons. */
export const PageError = ({ page, error, onRetry }: Props) => {
	const { t } = useTranslation();
	const title = t(`pastSeasons.page.${page}`);
	const isFinal = error instanceof ApiFailure && FINAL_STATUSES.includes(error.status);
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: title })}</title>
			<header className={styles.head}>
				<div>
					<Link className={styles.back} to={paths.pastSeasons.to()}>
						{t("pastSeasons.title")}
					</Link>
					<h1>{title}</h1>
				</div>
			</header>
			<ErrorState reason={getErrorMessage(error, t)} {...(isFinal ? {} : { onRetry })} />
		</div>
	);
};
