import path from "node:path";
import { isLanguage, LANGUAGES, type Language } from "@first-bounce/contract/languages";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { buildFacts, insertFacts } from "./facts.ts";
import { listEntries, listSectionFiles, loadSection, type SectionFile } from "./parse-content.ts";

/** Help files of the operator that replace built-in ones (decision 044). */
export interface CustomHelp {
	/** The operator's sections in a language, by section number. */
	readonly sections: (language: Language) => ReadonlyMap<number, SectionFile>;
	/** The problems of the files, one line each. Faulty files are not used. */
	readonly problems: readonly string[];
}

const NO_SECTIONS: ReadonlyMap<number, SectionFile> = new Map();
export const NO_CUSTOM_HELP: CustomHelp = { sections: () => NO_SECTIONS, problems: [] };

/** Throws if an article names an unknown fact. */
function validateFacts({ articles }: SectionFile, language: Language): void {
	const facts = buildFacts(DEFAULT_SEASON_RULES, language);
	for (const { body } of articles) insertFacts(body, facts);
}

function loadSections(folder: string, language: Language, problems: string[]): ReadonlyMap<number, SectionFile> {
	const sections = new Map<number, SectionFile>();
	for (const name of listSectionFiles(path.join(folder, language)))
		try {
			const file = loadSection(path.join(folder, language), name);
			validateFacts(file, language);
			if (sections.has(file.section.id)) throw new Error("another file has the same number");
			sections.set(file.section.id, file);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			problems.push(`HELP_DIR: ${language}/${name} is not used: ${reason}`);
		}
	return sections;
}

/** Lists what is wrong with the folder: no language folder, and files and folders that are not used. */
function listFolderProblems(folder: string): string[] {
	const entries = listEntries(folder);
	const folders = entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
	const unknownFolders = folders.filter((name) => !isLanguage(name) && !name.startsWith("."));
	const misplacedFiles = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".md"));
	const languages = LANGUAGES.join(", ");
	return [
		...(folders.some(isLanguage)
			? []
			: [`HELP_DIR: ${folder} has no readable language folder (${languages}); the built-in help is used`]),
		...unknownFolders.map((name) => `HELP_DIR: ${name}/ is not used: the languages are ${languages}`),
		...misplacedFiles.map(({ name }) => `HELP_DIR: ${name} is not used: it belongs in a language folder, such as en/`),
	];
}

export function loadCustomHelp(folder: string | null): CustomHelp {
	if (folder === null) return NO_CUSTOM_HELP;
	const problems = listFolderProblems(folder);
	const byLanguage = new Map(LANGUAGES.map((language) => [language, loadSections(folder, language, problems)]));
	return { sections: (language) => byLanguage.get(language) ?? NO_SECTIONS, problems };
}
