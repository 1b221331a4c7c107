import type { HelpFiles } from "@first-bounce/contract/site/help";
import { getHelpTab } from "@first-bounce/contract/site/paths";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, NavLink, useParams } from "react-router";
import { useHelp } from "../../api/use-help.ts";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { paths } from "../../app/paths.ts";
import { usePrehydrationValue } from "../../components/fields/use-prehydration-value.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../components/states/states.tsx";
import { useScrollIntoView } from "../../components/tab-row/use-scroll-into-view.ts";
import { getErrorMessage } from "../../i18n/error-message.ts";
import styles from "./help.module.css";
import { findSection, getFirstTab, listCategories } from "./help-model.ts";
import { SearchResults } from "./search-results.tsx";
import { SectionPage } from "./section-page.tsx";

const HelpCentre = ({ help, tab }: { readonly help: HelpFiles; readonly tab: string | undefined }) => {
	const { t } = useTranslation();
	const [search, setSearch] = useState("");
	const field = useRef<HTMLInputElement>(null);
	usePrehydrationValue(field, search, setSearch);
	const tabs = useScrollIntoView(tab ?? "");
	const first = getFirstTab(help);
	if (tab === undefined) return first === null ? <NotFound /> : <Navigate to={paths.help.to(first)} replace />;
	const section = findSection(help, tab);
	if (!section) return <NotFound />;
	return (
		<div className={styles.centre}>
			<title>{t("app.title", { page: section.name })}</title>
			<header className={styles.head}>
				<h1>{t("help.title")}</h1>
				<label className={styles.search}>
					<Icon name="search" size={18} />
					<span className="spoken">{t("help.search")}</span>
					<input
						ref={field}
						type="search"
						value={search}
						placeholder={t("help.search")}
						onChange={(event) => setSearch(event.target.value)}
					/>
				</label>
			</header>
			<nav ref={tabs} className={styles.tabs} aria-label={t("help.sections")}>
				{listCategories(help).map(({ category, sections }) => (
					<div key={category.id} className={styles.category}>
						<h2>{category.name}</h2>
						{sections.map((helpSection) => (
							<NavLink key={helpSection.id} to={paths.help.to(getHelpTab(helpSection))} onClick={() => setSearch("")}>
								{helpSection.name}
							</NavLink>
						))}
					</div>
				))}
			</nav>
			{search.trim() === "" ? (
				<SectionPage key={section.id} help={help} section={section} />
			) : (
				<SearchResults help={help} search={search} onOpen={() => setSearch("")} />
			)}
		</div>
	);
};

/** The help centre: a tab for each section and its articles. */
export const HelpScreen = () => {
	const { t } = useTranslation();
	const { tab } = useParams();
	const help = useHelp();
	if (help.state === "error") return <ErrorState reason={getErrorMessage(help.error, t)} onRetry={help.retry} />;
	if (help.state === "pending")
		return (
			<div className={styles.centre} role="status" aria-label={t("state.loading")}>
				<Skeleton height="110px" radius="var(--radius-l)" />
				<Skeleton height="420px" radius="var(--radius-l)" />
			</div>
		);
	return <HelpCentre help={help.value} tab={tab} />;
};
