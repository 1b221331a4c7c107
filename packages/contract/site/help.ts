import { z } from "zod";
import { id } from "../fields.ts";

/** /json/help/{lang}/categories.json */
export const helpCategory = z.object({ id, name: z.string() });

/** /json/help/{lang}/sections.json: a section is a tab whose address is its name in lower case with hyphens. */
export const helpSection = z.object({
	id,
	category_id: id,
	position: z.int(),
	name: z.string(),
	/** Extension: the tab if it does not follow from the name, as in translations that keep the English addresses. */
	tab: z.string().optional(),
});

/** /json/help/{lang}/articles.json */
export const helpArticle = z.object({
	id,
	section_id: id,
	position: z.int(),
	title: z.string(),
	label_names: z.array(z.string()),
	/** Markdown, without HTML. */
	body: z.string(),
});

type HelpCategory = z.output<typeof helpCategory>;
export type HelpSection = z.output<typeof helpSection>;
export type HelpArticle = z.output<typeof helpArticle>;

/** The help texts of a language, by file name. */
export interface HelpFiles {
	readonly categories: readonly HelpCategory[];
	readonly sections: readonly HelpSection[];
	readonly articles: readonly HelpArticle[];
}
export type HelpFileName = keyof HelpFiles;
export const HELP_FILES: readonly HelpFileName[] = ["categories", "sections", "articles"];
