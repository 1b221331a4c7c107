import { existsSync } from "node:fs";
import type { Language } from "@first-bounce/contract/languages";
import type { HelpFiles } from "@first-bounce/contract/site/help";
import type { PrerenderedPage, PrerenderTask } from "@first-bounce/contract/site/prerender";
import type { Site } from "@first-bounce/contract/site/site";
import { getRendererFolder, hashJson, loadBuiltPages, type RenderedPages, renderPages } from "./render-pages.ts";

/** The data of the prerendered pages. Pages are rendered again when it changes. */
export interface PageSources {
	readonly site: () => Site;
	readonly help: (language: Language) => HelpFiles;
}

interface PrerenderedPages {
	/** The current pages of a language; null if the web build has no renderer. */
	readonly pages: (language: Language) => ReadonlyMap<string, PrerenderedPage> | null;
}

type PagesByPath = ReadonlyMap<string, PrerenderedPage>;
const indexByPath = (pages: readonly PrerenderedPage[]): PagesByPath => new Map(pages.map((page) => [page.path, page]));

/** The pages of a language, with the help they show and hashes of their data. */
interface LanguagePages {
	help: HelpFiles;
	readonly hashes: Omit<RenderedPages, "pages">;
	pages: PagesByPath;
}

/**
 * Provides the pages that are the same for every visitor. A page of the build is used if it was rendered from the data
 * that this server has; otherwise it is rendered again (decision 050).
 */
export function createPrerendered(webFolder: string, sources: PageSources, onError: (error: unknown) => void) {
	const rendererFolder = getRendererFolder(webFolder);
	if (!existsSync(`${rendererFolder}/worker.js`)) return { pages: () => null } satisfies PrerenderedPages;
	const byLanguage = new Map<Language, LanguagePages>();

	/** Finds the pages of the build whose data is current. */
	const findBuiltPages = (
		language: Language,
		{ site, help }: LanguagePages["hashes"],
	): { pages: PrerenderedPage[]; isComplete: boolean } => {
		const built = loadBuiltPages(rendererFolder, { language });
		if (built?.site !== site) return { pages: [], isComplete: false };
		return {
			pages: built.pages.filter(({ isHelp }) => !isHelp || built.help === help),
			isComplete: built.help === help,
		};
	};
	const createLanguagePages = (task: PrerenderTask, hashes: LanguagePages["hashes"]): LanguagePages => {
		const { pages, isComplete } = findBuiltPages(task.language, hashes);
		const entry: LanguagePages = { help: task.help, hashes, pages: indexByPath(pages) };
		if (!isComplete)
			renderPages(rendererFolder, task).then((rendered) => {
				entry.pages = indexByPath(rendered.pages);
			}, onError);
		return entry;
	};
	const getLanguagePages = (language: Language): LanguagePages => {
		const task = { language, site: sources.site(), help: sources.help(language) };
		const current = byLanguage.get(language);
		const site = hashJson(task.site);
		if (current?.help === task.help && current.hashes.site === site) return current;
		const hashes = { site, help: hashJson(task.help) };
		// The pages stay if the help is a new object with the same content.
		const entry =
			current?.hashes.site === site && current.hashes.help === hashes.help
				? current
				: createLanguagePages(task, hashes);
		entry.help = task.help;
		byLanguage.set(language, entry);
		return entry;
	};
	return { pages: (language) => getLanguagePages(language).pages } satisfies PrerenderedPages;
}
