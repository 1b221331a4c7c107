import path from "node:path";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "@first-bounce/contract/languages";
import type { HelpFileName, HelpFiles } from "@first-bounce/contract/site/help";
import { formatHelpTab } from "@first-bounce/contract/site/help-tab";
import { DEFAULT_SEASON_RULES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { getTranslator } from "../../../i18n/i18n.ts";
import { type BuiltFile, buildFile } from "../../static-files/built-file.ts";
import { type CustomHelp, loadCustomHelp, NO_CUSTOM_HELP } from "./custom-help.ts";
import { buildFacts, insertFacts } from "./facts.ts";
import { GAME_CATEGORY, listSectionFiles, loadSection, type SectionFile, SITE_CATEGORY } from "./parse-content.ts";

const SHIPPED_FOLDER = path.join(import.meta.dirname, "content");

export interface HelpCatalogue {
	/** A file of the help in a language, with the numbers of the season that is on; null for a language not shipped. */
	readonly file: (language: string, name: HelpFileName) => Promise<BuiltFile | null>;
	/** All of a language's: the same object until its season's numbers change. */
	readonly files: (language: Language) => HelpFiles;
	/** What is wrong with an operator's own files, a line each. */
	readonly faults: readonly string[];
}

type Sections = ReadonlyMap<number, SectionFile>;

function loadShippedSections(language: Language): Sections {
	const folder = path.join(SHIPPED_FOLDER, language);
	return new Map(
		listSectionFiles(folder)
			.map((name) => loadSection(folder, name))
			.map((file) => [file.section.id, file]),
	);
}

/**
 * The help with every fact in place. A section is the operator's own, in the reader's language or else in the first one:
 * where she has replaced a text, the shipped one says what is not so in any language. Else it is the shipped one.
 */
export function buildHelp(language: Language, rules: SeasonRules, own: CustomHelp = NO_CUSTOM_HELP): HelpFiles {
	const inFirst = new Map([...own.sections(DEFAULT_LANGUAGE), ...loadShippedSections(DEFAULT_LANGUAGE)]);
	const chosen = new Map([
		...loadShippedSections(DEFAULT_LANGUAGE),
		...loadShippedSections(language),
		...own.sections(DEFAULT_LANGUAGE),
		...own.sections(language),
	]);
	const inOrder = [...chosen.values()].toSorted((one, other) => one.section.position - other.section.position);
	const facts = buildFacts(rules, language);
	const t = getTranslator(language);
	return {
		categories: [
			{ id: GAME_CATEGORY, name: t("help.categories.game") },
			{ id: SITE_CATEGORY, name: t("help.categories.site") },
		],
		sections: inOrder.map(({ section }) => {
			// The address is the same in every language and under every title: the menu and the footer link to it.
			const tab = formatHelpTab(inFirst.get(section.id)?.section.name ?? section.name);
			return tab === formatHelpTab(section.name) ? section : { ...section, tab };
		}),
		articles: inOrder
			.flatMap(({ articles }) => articles)
			.map((article) => ({ ...article, body: insertFacts(article.body, facts) })),
	};
}

interface BuiltHelp {
	readonly help: HelpFiles;
	readonly built: Readonly<Record<HelpFileName, Promise<BuiltFile>>>;
}

/** Builds each language once for a set of rules. `folder`: an operator's own texts, in place of those shipped. */
export function createHelp(rulesNow: () => SeasonRules | null, folder: string | null = null): HelpCatalogue {
	const own = loadCustomHelp(folder);
	let known: { readonly rules: SeasonRules; readonly shelves: Map<Language, BuiltHelp> } | null = null;
	const getBuiltHelp = (language: Language): BuiltHelp => {
		const rules = rulesNow() ?? DEFAULT_SEASON_RULES;
		if (known?.rules !== rules) known = { rules, shelves: new Map() };
		const kept = known.shelves.get(language);
		if (kept) return kept;
		const help = buildHelp(language, rules, own);
		const { categories, sections, articles } = help;
		const built = {
			categories: buildFile(categories),
			sections: buildFile(sections),
			articles: buildFile(articles),
		};
		known.shelves.set(language, { help, built });
		return { help, built };
	};
	return {
		file: async (asked, name) => (isLanguage(asked) ? getBuiltHelp(asked).built[name] : null),
		files: (language) => getBuiltHelp(language).help,
		faults: own.faults,
	};
}
