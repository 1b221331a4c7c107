import { ApiFailure } from "@first-bounce/contract/client";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { EmptyState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";

/** Whether there is no such league, or no longer, as after a mock draft was deleted. */
export const isUnknownLeague = (error: Error | null): error is ApiFailure =>
	error instanceof ApiFailure && error.code === "league-unknown";

export const UnknownLeague = ({ error }: { readonly error: Error }) => {
	const { t } = useTranslation();
	return (
		<EmptyState isPage icon="leagues" title={getErrorMessage(error, t)} text={t("leagues.unknownText")}>
			<Link to={paths.pastSeasons.to()}>{t("pastSeasons.open")}</Link>
		</EmptyState>
	);
};
