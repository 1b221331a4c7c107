import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { HelpArticle, HelpSection } from "@first-bounce/contract/site/help";

/** The id of an article is its section's id times this number plus its position. */
const MAX_ARTICLES_PER_SECTION = 100;
const MAX_SECTION = 9_999;
const MAX_FILE_MB = 1;
export const GAME_CATEGORY = 1;
export const SITE_CATEGORY = 2;
/** Game rules, FAQs and prizes belong to the game, the rest to the site. */
const MAX_GAME_SECTION = 3;

/** A parsed help file, with placeholders for facts. */
export interface SectionFile {
	readonly section: HelpSection;
	readonly articles: readonly HelpArticle[];
}

/** Parses an article, whose first line below the title may be `labels: a, b`. */
function parseArticle(text: string, sectionId: number, position: number): HelpArticle {
	const [title = "", ...lines] = text.split("\n");
	const labels = /^labels: *(.*)$/.exec(lines[0] ?? "")?.[1];
	const body = lines.slice(labels === undefined ? 0 : 1).join("\n");
	if (!title.trim() || !body.trim()) throw new Error(`article ${position} has no title or no text`);
	return {
		id: sectionId * MAX_ARTICLES_PER_SECTION + position,
		section_id: sectionId,
		position,
		title: title.trim(),
		label_names: labels ? labels.split(",").map((label) => label.trim()) : [],
		body: body.trim(),
	};
}

/**
 * Parses a file of one section. Its name begins with the section's number, and its text has the heading `# Section`
 * and one or more articles, each with the heading `## Article`.
 *
 * @throws Error that describes what is wrong with the file
 */
function parseSection(name: string, text: string): SectionFile {
	const id = Number.parseInt(name, 10);
	if (!(id > 0 && id <= MAX_SECTION))
		throw new Error("its name does not begin with a section number, such as 2-faqs.md");
	if (text.includes("\uFFFD")) throw new Error("it is not encoded in UTF-8");
	const [head = "", ...articles] = text
		.replaceAll("\r\n", "\n")
		.replace(/^\uFEFF/, "")
		.split(/^## /m);
	const title = /^# (.+)$/m.exec(head)?.[1]?.trim();
	if (!title) throw new Error("it has no heading with the section's title, such as # FAQs");
	if (articles.length === 0) throw new Error("it has no article with a heading such as ## What does it cost?");
	if (articles.length > MAX_ARTICLES_PER_SECTION)
		throw new Error(`it has more than ${MAX_ARTICLES_PER_SECTION} articles`);
	return {
		section: { id, category_id: id <= MAX_GAME_SECTION ? GAME_CATEGORY : SITE_CATEGORY, position: id, name: title },
		articles: articles.map((article, index) => parseArticle(article, id, index + 1)),
	};
}

/** Lists the section files of a folder in order. Returns an empty list if the folder does not exist. */
export function listSectionFiles(folder: string): readonly string[] {
	return listEntries(folder)
		.filter((entry) => entry.name.endsWith(".md"))
		.map(({ name }) => name)
		.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10) || (one < other ? -1 : 1));
}

/** Lists what a folder contains; nothing if it cannot be read. */
export function listEntries(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

export function loadSection(folder: string, name: string): SectionFile {
	const file = path.join(folder, name);
	// Reading a device or a pipe might never end.
	const stats = statSync(file);
	if (!stats.isFile()) throw new Error("it is not a file");
	if (stats.size > MAX_FILE_MB * 1024 * 1024) throw new Error(`it is larger than ${MAX_FILE_MB} MB`);
	return parseSection(name, readFileSync(file, "utf8"));
}
