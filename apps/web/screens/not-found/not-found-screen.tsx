import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { EmptyState } from "../../components/states/states.tsx";

/** Any address that is none of ours. */
export const NotFoundScreen = () => {
	const { t } = useTranslation();
	return (
		<EmptyState isPage icon="info" title={t("notFound.title")} text={t("notFound.text")}>
			<title>{t("app.title", { page: t("notFound.title") })}</title>
			<Link to={paths.home.to()}>{t("notFound.home")}</Link>
		</EmptyState>
	);
};
