import type { HelpFiles, HelpSection } from "@first-bounce/contract/site/help";
import { getHelpTab } from "@first-bounce/contract/site/paths";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { LazyScreen } from "../../app/lazy-screen.tsx";
import { AdSlot } from "../../components/ad/ad-slot.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { useMedia } from "../../live/use-media.ts";
import { CONTACT_TAB, contactChunk } from "./contact-chunk.ts";
import styles from "./help.module.css";
import { getArticleAnchor, listArticles } from "./help-model.ts";
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

/** A section's articles, with a table of contents. */
export const SectionPage = ({ help, section }: { readonly help: HelpFiles; readonly section: HelpSection }) => {
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
