import { ApiFailure } from "@first-bounce/contract/client";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { paths } from "../paths.ts";

interface Props {
	readonly page: "season" | "league" | "team";
	readonly error: Error;
	readonly onRetry: () => void;
}

/** Statuses for which trying again is useless: not signed in, members only, and not found. */
const FINAL_STATUSES = [401, 403, 404];

/** Shown for a page of a past season that could not be loaded, with a link to the past seasons. */
export const PastPageError = ({ page, error, onRetry }: Props) => {
	const { t } = useTranslation();
	const title = t(`pastSeasons.page.${page}`);
	const isFinal = error instanceof ApiFailure && FINAL_STATUSES.includes(error.status);
	return (
		<div role="alert">
			<title>{t("app.title", { page: title })}</title>
			<EmptyState isPage icon="alert" title={title} text={getErrorMessage(error, t)}>
				{isFinal ? null : (
					<Button variant="main" onPress={onRetry}>
						{t("state.retry")}
					</Button>
				)}
				<Link to={paths.pastSeasons.to()}>{t("pastSeasons.title")}</Link>
			</EmptyState>
		</div>
	);
};
