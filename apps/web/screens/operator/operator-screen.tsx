import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, Route, Routes } from "react-router";
import { paths } from "../../app/paths.ts";
import { site } from "../../app/site.ts";
import { EmptyState } from "../../components/states/states.tsx";
import { OperatorGate } from "./gate/operator-gate.tsx";
import styles from "./operator.module.css";
import { OperatorHead } from "./operator-head.tsx";
import { SectionNav } from "./section-nav.tsx";
import { SECTIONS } from "./sections.ts";
import { useOperatorTexts } from "./use-operator-texts.ts";

const SectionNotFound = () => {
	const { t } = useTranslation();
	return <EmptyState icon="info" title={t("notFound.title")} text={t("notFound.text")} />;
};

/** The operator console. Every change requires a reason and is recorded in the audit log. */
export const OperatorScreen = () => {
	useOperatorTexts();
	const { t } = useTranslation();
	const { t: tOperator } = useTranslation("operator");
	return (
		<div className={styles.console}>
			<title>{t("app.title", { page: tOperator("title") })}</title>
			<OperatorGate>
				{(access) => (
					<>
						<OperatorHead access={access} />
						<div className={styles.frame}>
							<SectionNav />
							<div className={styles.section}>
								<Suspense>
									<Routes>
										{SECTIONS.map(({ path, Section }) => (
											<Route key={path} path={path} index={path === ""} element={<Section />} />
										))}
										<Route path="*" element={<SectionNotFound />} />
									</Routes>
								</Suspense>
							</div>
						</div>
						<footer className={styles.foot}>
							<a href={`${site.apiBase}/guide`}>{tOperator("apiGuide")}</a>
							<a href={`${site.apiBase}/docs/`}>{tOperator("apiReference")}</a>
							<Link to={paths.components.to()}>{tOperator("components")}</Link>
						</footer>
					</>
				)}
			</OperatorGate>
		</div>
	);
};
