import path from "node:path";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "@first-bounce/contract/languages";
import type { HelpFileName, HelpFiles } from "@first-bounce/contract/site/help";
import { formatHelpTab } from "@first-bounce/contract/site/paths";
import { DEFAULT_SEASON_RULES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { getTranslator } from "../../../i18n/i18n.ts";
import { type BuiltFile, buildFile } from "../../../plugins/http/built-file.ts";
import { type CustomHelp, loadCustomHelp, NO_CUSTOM_HELP } from "./custom-help.ts";
import { buildFacts, insertFacts } from "./facts.ts";
import { GAME_CATEGORY, listSectionFiles, loadSection, type SectionFile, SITE_CATEGORY } from "./parse-content.ts";

const BUILT_IN_FOLDER = path.join(import.meta.dirname, "content");

export interface HelpCatalogue {
	/** A help file in a language with the current season's numbers; null for an unsupported language. */
	readonly file: (language: string, name: HelpFileName) => Promise<BuiltFile | null>;
	/** All help of a language. Returns the same object until the season's rules change. */
	readonly files: (language: Language) => HelpFiles;
	/** The problems of the operator's help files, one line each. */
	readonly problems: readonly string[];
}

type Sections = ReadonlyMap<number, SectionFile>;

function loadBuiltInSections(language: Language): Sections {
	const folder = path.join(BUILT_IN_FOLDER, language);
	return new Map(
		listSectionFiles(folder)
			.map((name) => loadSection(folder, name))
			.map((file) => [file.section.id, file]),
	);
}

/**
 * Builds the help of a language with all facts inserted. A section of the operator replaces the built-in one in every
 * language: if it is missing in the requested language, the one in the default language is used.
 */
export function buildHelp(language: Language, rules: SeasonRules, custom: CustomHelp = NO_CUSTOM_HELP): HelpFiles {
	const defaultSections = new Map([...custom.sections(DEFAULT_LANGUAGE), ...loadBuiltInSections(DEFAULT_LANGUAGE)]);
	const chosen = new Map([
		...loadBuiltInSections(DEFAULT_LANGUAGE),
		...loadBuiltInSections(language),
		...custom.sections(DEFAULT_LANGUAGE),
		...custom.sections(language),
	]);
	const sorted = [...chosen.values()].toSorted((one, other) => one.section.position - other.section.position);
	const facts = buildFacts(rules, language);
	const t = getTranslator(language);
	return {
		categories: [
			{ id: GAME_CATEGORY, name: t("help.categories.game") },
			{ id: SITE_CATEGORY, name: t("help.categories.site") },
		],
		sections: sorted.map(({ section }) => {
			// The menu and the footer link to a tab, so its path is the same in every language.
			const tab = formatHelpTab(defaultSections.get(section.id)?.section.name ?? section.name);
			return tab === formatHelpTab(section.name) ? section : { ...section, tab };
		}),
		articles: sorted
			.flatMap(({ articles }) => articles)
			.map((article) => ({ ...article, body: insertFacts(article.body, facts) })),
	};
}

interface BuiltHelp {
	readonly help: HelpFiles;
	readonly built: Readonly<Record<HelpFileName, Promise<BuiltFile>>>;
}

/** Builds each language once per season rules. `folder` has the operator's help files. */
export function createHelp(getRules: () => SeasonRules | null, folder: string | null): HelpCatalogue {
	const custom = loadCustomHelp(folder);
	let cache: { readonly rules: SeasonRules; readonly byLanguage: Map<Language, BuiltHelp> } | null = null;
	const getBuiltHelp = (language: Language): BuiltHelp => {
		const rules = getRules() ?? DEFAULT_SEASON_RULES;
		if (cache?.rules !== rules) cache = { rules, byLanguage: new Map() };
		const cached = cache.byLanguage.get(language);
		if (cached) return cached;
		const help = buildHelp(language, rules, custom);
		const { categories, sections, articles } = help;
		const built = {
			categories: buildFile(categories),
			sections: buildFile(sections),
			articles: buildFile(articles),
		};
		cache.byLanguage.set(language, { help, built });
		return { help, built };
	};
	return {
		file: async (language, name) => (isLanguage(language) ? getBuiltHelp(language).built[name] : null),
		files: (language) => getBuiltHelp(language).help,
		problems: custom.problems,
	};
}
