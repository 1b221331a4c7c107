import { existsSync } from "node:fs";
import path from "node:path";
import { type HelpFileName, type HelpFiles, helpTab } from "@first-bounce/contract/help";
import { isLanguage, LANGUAGES, type Language } from "@first-bounce/contract/languages";
import { DEFAULT_SEASON_RULES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { type BuiltFile, buildFile } from "../static-files/built-file.ts";
import { factsOf, withFacts } from "./facts.ts";
import { readContent } from "./read-content.ts";

const OWN = path.join(import.meta.dirname, "content");

export interface HelpShelf {
	/** A file of the help in a language, with the numbers of the season that is on; null for a language not shipped. */
	readonly file: (language: string, name: HelpFileName) => Promise<BuiltFile | null>;
	/** All of a language's: the same object until its season's numbers change. */
	readonly files: (language: Language) => HelpFiles;
}

/** The help with every fact in place. A language whose help is not written reads the first one's. */
export function helpFor(asked: Language, rules: SeasonRules, folder: string = OWN): HelpFiles {
	const [first] = LANGUAGES;
	const language = existsSync(path.join(folder, asked)) ? asked : first;
	const facts = factsOf(rules, language);
	const content = readContent(folder, language);
	const articles = content.articles.map((article) => ({ ...article, body: withFacts(article.body, facts) }));
	if (language === first || !existsSync(path.join(folder, first))) return { ...content, articles };
	// A page keeps its address in every language (D2 §2): links to it are not translated.
	const names = new Map(readContent(folder, first).sections.map(({ id, name }) => [id, name]));
	const sections = content.sections.map((section) => ({
		...section,
		tab: helpTab(names.get(section.id) ?? section.name),
	}));
	return { ...content, sections, articles };
}

interface Shelf {
	readonly help: HelpFiles;
	readonly built: Readonly<Record<HelpFileName, Promise<BuiltFile>>>;
}

/** Builds each language once for a set of rules. `folder`: an operator's own texts, in place of those shipped. */
export function createHelp(rulesNow: () => SeasonRules | null, folder: string | null = null): HelpShelf {
	let known: { readonly rules: SeasonRules; readonly shelves: Map<Language, Shelf> } | null = null;
	const shelfOf = (language: Language): Shelf => {
		const rules = rulesNow() ?? DEFAULT_SEASON_RULES;
		if (known?.rules !== rules) known = { rules, shelves: new Map() };
		const kept = known.shelves.get(language);
		if (kept) return kept;
		const help = helpFor(language, rules, folder ?? OWN);
		const { categories, sections, articles } = help;
		const built = {
			...{ categories: buildFile(categories), sections: buildFile(sections) },
			articles: buildFile(articles),
		};
		known.shelves.set(language, { help, built });
		return { help, built };
	};
	return {
		file: async (asked, name) => (isLanguage(asked) ? shelfOf(asked).built[name] : null),
		files: (language) => shelfOf(language).help,
	};
}
