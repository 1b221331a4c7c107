import type { HelpArticle, HelpFiles, HelpSection } from "@first-bounce/contract/site/help";
import { getHelpTab } from "@first-bounce/contract/site/paths";

/** Prizes has its own menu item, so the help centre does not start with it. */
const PRIZES = "prizes";

const sortSections = ({ sections }: Pick<HelpFiles, "sections">): readonly HelpSection[] =>
	sections.toSorted((a, b) => a.position - b.position || a.id - b.id);

/** The categories that have sections, each with its sections in order. */
export const listCategories = (help: Pick<HelpFiles, "categories" | "sections">) =>
	help.categories
		.map((category) => ({
			category,
			sections: sortSections(help).filter(({ category_id }) => category_id === category.id),
		}))
		.filter(({ sections }) => sections.length > 0);

/** The tab that /help redirects to: the first one that is not the prizes. */
export function getFirstTab(help: Pick<HelpFiles, "sections">): string | null {
	const tabs = sortSections(help).map(getHelpTab);
	return tabs.find((tab) => tab !== PRIZES) ?? tabs[0] ?? null;
}

export const findSection = (help: Pick<HelpFiles, "sections">, tab: string): HelpSection | null =>
	help.sections.find((section) => getHelpTab(section) === tab) ?? null;

export const listArticles = ({ articles }: Pick<HelpFiles, "articles">, { id }: HelpSection): readonly HelpArticle[] =>
	articles.filter(({ section_id }) => section_id === id).toSorted((a, b) => a.position - b.position || a.id - b.id);

export const getArticleAnchor = ({ id }: Pick<HelpArticle, "id">): string => `article-${id}`;

/** In lower case, without accents, and with straight apostrophes: phones type curly ones. */
const normalizeText = (text: string): string =>
	text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'");
const stripMarkdown = (body: string): string =>
	body
		.replaceAll(/\|[-| ]+\|/g, " ")
		.replaceAll(/^\s*(?:[-+]|\d+\.)\s/gm, " ")
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
		.replaceAll(/[*_`>#|]/g, " ")
		.replaceAll(/\s+/g, " ")
		.trim();

export interface SearchResult {
	readonly article: HelpArticle;
	/** The text around the first match. */
	readonly excerpt: string;
}

const EXCERPT_RADIUS = 70;
function buildExcerpt(body: string, words: readonly string[]): string {
	const text = stripMarkdown(body);
	const at = Math.max(0, normalizeText(text).indexOf(words.find((word) => normalizeText(text).includes(word)) ?? ""));
	const start = text.lastIndexOf(" ", Math.max(0, at - EXCERPT_RADIUS)) + 1;
	const end = text.indexOf(" ", at + EXCERPT_RADIUS);
	const middle = text.slice(start, end < 0 ? undefined : end);
	return `${start > 0 ? "… " : ""}${middle}${end < 0 ? "" : " …"}`;
}

/** Articles that contain every word. Matches in titles and labels rank above matches in the body. */
export function searchHelp({ articles }: Pick<HelpFiles, "articles">, search: string): readonly SearchResult[] {
	const words = normalizeText(search).split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	const scored = articles.flatMap((article) => {
		const title = normalizeText(article.title);
		const labels = normalizeText(article.label_names.join(" "));
		const body = normalizeText(stripMarkdown(article.body));
		if (!words.every((word) => title.includes(word) || labels.includes(word) || body.includes(word))) return [];
		const score = words.reduce(
			(sum, word) =>
				sum + (title.includes(word) ? 4 : 0) + (labels.includes(word) ? 2 : 0) + (body.includes(word) ? 1 : 0),
			0,
		);
		return [{ article, score }];
	});
	return scored
		.toSorted((a, b) => b.score - a.score || a.article.id - b.article.id)
		.map(({ article }) => ({ article, excerpt: buildExcerpt(article.body, words) }));
}
