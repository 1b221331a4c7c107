import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { EmptyState } from "../../../components/states/states.tsx";

/** Says why a team is not shown: it does not exist, or not in this round. */
export const TeamNotThere = ({ reason }: { readonly reason: string }) => {
	const { t } = useTranslation();
	return (
		<EmptyState isPage icon="team" title={t("history.errorTitle")} text={reason}>
			<title>{t("app.title", { page: t("history.errorTitle") })}</title>
			<Link to={paths.rankings.to()}>{t("rankings.title")}</Link>
		</EmptyState>
	);
};
