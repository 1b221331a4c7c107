import type { HelpFiles } from "@first-bounce/contract/site/help";
import { getHelpTab } from "@first-bounce/contract/site/paths";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { EmptyState } from "../../components/states/states.tsx";
import styles from "./help.module.css";
import { getArticleAnchor, searchHelp } from "./help-model.ts";

interface Props {
	readonly help: HelpFiles;
	readonly search: string;
	readonly onOpen: () => void;
}

/** The articles that match a search, best match first. */
export const SearchResults = ({ help, search, onOpen }: Props) => {
	const { t } = useTranslation();
	const articles = searchHelp(help, search);
	const findSection = (id: number) => help.sections.find((section) => section.id === id) ?? { name: "" };
	return (
		<section aria-label={t("help.results")}>
			<p className={styles.count} role="status">
				{t("help.found", { count: articles.length })}
			</p>
			{articles.length === 0 ? (
				<EmptyState icon="search" title={t("help.none")} text={t("help.noneText")}>
					<Link to={paths.help.to("contact-us")} onClick={onOpen}>
						{t("footer.contact")}
					</Link>
				</EmptyState>
			) : (
				<ul className={styles.results}>
					{articles.map(({ article, excerpt }) => (
						<li key={article.id}>
							<Link
								className={styles.result}
								to={`${paths.help.to(getHelpTab(findSection(article.section_id)))}#${getArticleAnchor(article)}`}
								onClick={onOpen}
							>
								<small>{findSection(article.section_id).name}</small>
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
