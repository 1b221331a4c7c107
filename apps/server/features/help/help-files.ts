import { existsSync } from "node:fs";
import path from "node:path";
import { HELP_FILES, type HelpFileName, type HelpFiles } from "@first-bounce/contract/help";
import { isLanguage, LANGUAGES } from "@first-bounce/contract/languages";
import { DEFAULT_SEASON_RULES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { type BuiltFile, buildFile } from "../static-files/built-file.ts";
import { factsOf, withFacts } from "./facts.ts";
import { readContent } from "./read-content.ts";

const OWN = path.join(import.meta.dirname, "content");

export interface HelpShelf {
	/** A file of the help in a language, with the numbers of the season that is on; null for a language not shipped. */
	readonly file: (language: string, name: HelpFileName) => Promise<BuiltFile | null>;
}

/** The help with every fact in place. */
export function helpFor(language: string, rules: SeasonRules, folder: string = OWN): HelpFiles {
	const facts = factsOf(rules);
	const content = readContent(folder, language);
	return {
		...content,
		articles: content.articles.map((article) => ({ ...article, body: withFacts(article.body, facts) })),
	};
}

/** Builds each language once for a set of rules. `folder`: an operator's own texts, in place of those shipped. */
export function createHelp(rulesNow: () => SeasonRules | null, folder: string | null = null): HelpShelf {
	let known: { readonly rules: SeasonRules; readonly files: Map<string, Promise<BuiltFile>> } | null = null;
	const home = folder ?? OWN;
	return {
		file: async (asked, name) => {
			if (!isLanguage(asked)) return null;
			// A language whose help is not written yet reads the first one's.
			const language = existsSync(path.join(home, asked)) ? asked : LANGUAGES[0];
			const rules = rulesNow() ?? DEFAULT_SEASON_RULES;
			if (known?.rules !== rules) known = { rules, files: new Map() };
			const { files } = known;
			const key = `${language}/${name}`;
			if (!files.has(key)) {
				const help = helpFor(language, rules, home);
				for (const each of HELP_FILES) files.set(`${language}/${each}`, buildFile(help[each]));
			}
			return (await files.get(key)) ?? null;
		},
	};
}
