import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "../../components/states/states.tsx";
import { paths } from "../paths.ts";

/** Any address that is none of ours, or that names nothing we have. */
export const NotFound = () => {
	const { t } = useTranslation();
	return (
		<EmptyState isPage icon="info" title={t("notFound.title")} text={t("notFound.text")}>
			<title>{t("app.title", { page: t("notFound.title") })}</title>
			<Link to={paths.home.to()}>{t("notFound.home")}</Link>
		</EmptyState>
	);
};
