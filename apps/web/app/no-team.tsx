import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "../components/states/states.tsx";
import { paths } from "./paths.ts";

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
