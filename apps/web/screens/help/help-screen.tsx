import type { HelpFiles, HelpSection } from "@first-bounce/contract/site/help";
import { getHelpTab } from "@first-bounce/contract/site/paths";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, NavLink, useLocation, useParams } from "react-router";
import { useHelp } from "../../api/use-help.ts";
import { LazyScreen } from "../../app/lazy-screen.tsx";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { paths } from "../../app/paths.ts";
import { AdSlot } from "../../components/ad/ad-slot.tsx";
import { usePrehydrationValue } from "../../components/fields/use-prehydration-value.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { useScrollIntoView } from "../../components/tab-row/use-scroll-into-view.ts";
import { useMedia } from "../../live/use-media.ts";
import { CONTACT_TAB, contactChunk } from "./contact-chunk.ts";
import styles from "./help.module.css";
import { findSection, getArticleAnchor, getFirstTab, listArticles, listCategories, searchHelp } from "./help-model.ts";
import { Prose } from "./prose.tsx";

/** From this width on, the table of contents is beside the articles; on narrower screens it is collapsed above them. */
const WIDE_QUERY = "(min-width: 62.5em)";

/** Scrolls to the article in the URL's fragment. */
function useScrollToAnchor(): void {
	const { hash } = useLocation();
	useEffect(() => {
		if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
	}, [hash]);
}

const SectionPage = ({ help, section }: { readonly help: HelpFiles; readonly section: HelpSection }) => {
	const { t } = useTranslation();
	useScrollToAnchor();
	const isWide = useMedia(WIDE_QUERY);
	const articles = listArticles(help, section);
	return (
		<div className={styles.page}>
			<nav className={styles.index} aria-label={t("help.articles", { section: section.name })}>
				<details open={isWide}>
					<summary>{t("help.articles", { section: section.name })}</summary>
					<ul>
						{articles.map((article) => (
							<li key={article.id}>
								<a href={`#${getArticleAnchor(article)}`}>{article.title}</a>
							</li>
						))}
					</ul>
				</details>
				<AdSlot slot="side-rectangle" on="wide" />
			</nav>
			<div className={styles.articles}>
				{getHelpTab(section) === CONTACT_TAB ? (
					<Suspense fallback={<Skeleton height="560px" radius="var(--radius-l)" />}>
						<LazyScreen chunk={contactChunk} />
					</Suspense>
				) : null}
				{articles.map((article) => (
					<article key={article.id} id={getArticleAnchor(article)} className={styles.article}>
						<h2>{article.title}</h2>
						<Prose text={article.body} />
					</article>
				))}
			</div>
		</div>
	);
};

interface ResultsProps {
	readonly help: HelpFiles;
	readonly search: string;
	readonly onOpen: () => void;
}

const SearchResults = ({ help, search, onOpen }: ResultsProps) => {
	const { t } = useTranslation();
	const articles = searchHelp(help, search);
	const getSection = (id: number) => help.sections.find((section) => section.id === id) ?? { name: "" };
	return (
		<section aria-label={t("help.results")}>
			<p className={styles.count} role="status">
				{t("help.found", { count: articles.length })}
			</p>
			{articles.length === 0 ? (
				<EmptyState icon="search" title={t("help.none")} text={t("help.noneText")}>
					<Link to={paths.help.to(CONTACT_TAB)} onClick={onOpen}>
						{t("footer.contact")}
					</Link>
				</EmptyState>
			) : (
				<ul className={styles.results}>
					{articles.map(({ article, excerpt }) => (
						<li key={article.id}>
							<Link
								className={styles.result}
								to={`${paths.help.to(getHelpTab(getSection(article.section_id)))}#${getArticleAnchor(article)}`}
								onClick={onOpen}
							>
								<small>{getSection(article.section_id).name}</small>
								<b>{article.title}</b>
								<span>{excerpt}</span>
							</Link>
						</li>
					))}
				</ul>
			)}
		</section>
	);
};

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
	if (help.state === "ready") return <HelpCentre help={help.value} tab={tab} />;
	const skeleton = (
		<div className={styles.centre} role="status" aria-label={t("state.loading")}>
			<Skeleton height="110px" radius="var(--radius-l)" />
			<Skeleton height="420px" radius="var(--radius-l)" />
		</div>
	);
	return <LoadingOrError of={[help]} skeleton={skeleton} />;
};
