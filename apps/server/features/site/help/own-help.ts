import path from "node:path";
import { isLanguage, LANGUAGES, type Language } from "@first-bounce/contract/languages";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { factsOf, withFacts } from "./facts.ts";
import { entriesOf, readFile, type SectionFile, sectionFiles } from "./read-content.ts";

/** An operator's own help (decision 034). */
export interface OwnHelp {
	/** Her sections of a language, by their numbers. */
	readonly sections: (language: Language) => ReadonlyMap<number, SectionFile>;
	/** What is wrong with her files, a line each; what stands in a file that is wrong is not shown. */
	readonly faults: readonly string[];
}

const NONE: ReadonlyMap<number, SectionFile> = new Map();
export const NO_OWN_HELP: OwnHelp = { sections: () => NONE, faults: [] };

/** Every fact that its articles ask for is one of every season's. */
function checkFacts({ articles }: SectionFile, language: Language): void {
	const facts = factsOf(DEFAULT_SEASON_RULES, language);
	for (const { body } of articles) withFacts(body, facts);
}

function readLanguage(folder: string, language: Language, faults: string[]): ReadonlyMap<number, SectionFile> {
	const sections = new Map<number, SectionFile>();
	for (const name of sectionFiles(path.join(folder, language)))
		try {
			const file = readFile(path.join(folder, language), name);
			checkFacts(file, language);
			if (sections.has(file.section.id)) throw new Error("another file has its number already");
			sections.set(file.section.id, file);
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			faults.push(`HELP_DIR: ${language}/${name} is not used: ${why}`);
		}
	return sections;
}

/** What can be seen of a folder from outside its files. */
function faultsOf(folder: string): string[] {
	const entries = entriesOf(folder);
	const folders = entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
	const strangers = folders.filter((name) => !isLanguage(name) && !name.startsWith("."));
	const loose = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".md"));
	const known = LANGUAGES.join(", ");
	return [
		...(folders.some(isLanguage)
			? []
			: [`HELP_DIR: ${folder} has no folder of a language (${known}) that can be read; the shipped help is used`]),
		...strangers.map((name) => `HELP_DIR: ${name}/ is not used: the languages are ${known}`),
		...loose.map(({ name }) => `HELP_DIR: ${name} is not used: it belongs into the folder of a language, such as en/`),
	];
}

/** Reads an operator's folder once, as the server starts. */
export function readOwnHelp(folder: string | null): OwnHelp {
	if (folder === null) return NO_OWN_HELP;
	const faults = faultsOf(folder);
	const read = new Map(LANGUAGES.map((language) => [language, readLanguage(folder, language, faults)]));
	return { sections: (language) => read.get(language) ?? NONE, faults };
}
