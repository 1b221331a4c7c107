import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "../../components/states/states.tsx";
import { paths } from "../paths.ts";

/** Shown for an unknown path or a missing resource. */
export const NotFound = () => {
	const { t } = useTranslation();
	return (
		<EmptyState isPage icon="info" title={t("notFound.title")} text={t("notFound.text")}>
			<title>{t("app.title", { page: t("notFound.title") })}</title>
			<Link to={paths.home.to()}>{t("notFound.home")}</Link>
		</EmptyState>
	);
};
