import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { paths } from "../paths.ts";

/** After a deployment the chunks of an open page no longer exist. */
const isOutdated = (error: unknown): boolean =>
	error instanceof Error && /dynamically imported module|Importing a module script failed/i.test(error.message);

/** Shown in place of a screen that threw an error. */
export const BrokenScreen = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
	const { t } = useTranslation();
	const outdated = isOutdated(error);
	return (
		<EmptyState
			isPage
			icon="alert"
			title={t(outdated ? "broken.outdated" : "broken.title")}
			text={t(outdated ? "broken.outdatedText" : "broken.text")}
		>
			<title>{t("app.title", { page: t("broken.title") })}</title>
			<Button variant="main" onPress={outdated ? () => location.reload() : onRetry}>
				{t(outdated ? "broken.reload" : "state.retry")}
			</Button>
			<Link to={paths.home.to()}>{t("notFound.home")}</Link>
		</EmptyState>
	);
};
