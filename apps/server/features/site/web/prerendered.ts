import { existsSync } from "node:fs";
import type { Language } from "@first-bounce/contract/languages";
import type { HelpFiles } from "@first-bounce/contract/site/help";
import type { PrerenderedPage, PrerenderTask } from "@first-bounce/contract/site/prerender";
import type { Site } from "@first-bounce/contract/site/site";
import { getRendererFolder, hashJson, loadBuiltPages, type RenderedPages, renderPages } from "./render-pages.ts";

/** The data of the pages, read for every request. Pages are rendered again when it changes. */
export interface PageSources {
	readonly site: () => Site;
	readonly help: (language: Language) => HelpFiles;
}

interface Prerendered {
	/** The current pages of a language; null if the web build has no renderer. */
	readonly pages: (language: Language) => ReadonlyMap<string, PrerenderedPage> | null;
}

type PagesByPath = ReadonlyMap<string, PrerenderedPage>;
const groupByPath = (pages: readonly PrerenderedPage[]): PagesByPath => new Map(pages.map((page) => [page.path, page]));

/** A language's pages, and hashes of their data. */
interface LanguagePages {
	help: HelpFiles;
	readonly hashes: Omit<RenderedPages, "pages">;
	pages: PagesByPath;
}

/**
 * The pages that look the same to every visitor: the build's where its site and help are this server's, else drawn
 * once more by the same program (decision 050).
 */
export function createPrerendered(webFolder: string, sources: PageSources, onError: (error: unknown) => void) {
	const maker = getRendererFolder(webFolder);
	if (!existsSync(`${maker}/worker.js`)) return { pages: () => null } satisfies Prerendered;
	const byLanguage = new Map<Language, LanguagePages>();

	/** Those of the build that still say what is so. */
	const findBuiltPages = (
		language: Language,
		{ site, help }: LanguagePages["hashes"],
	): { pages: PrerenderedPage[]; isAll: boolean } => {
		const made = loadBuiltPages(maker, { language });
		if (made?.site !== site) return { pages: [], isAll: false };
		return { pages: made.pages.filter(({ isHelp }) => !isHelp || made.help === help), isAll: made.help === help };
	};
	const createLanguagePages = (task: PrerenderTask, of: LanguagePages["hashes"]): LanguagePages => {
		const { pages, isAll } = findBuiltPages(task.language, of);
		const place: LanguagePages = { help: task.help, hashes: of, pages: groupByPath(pages) };
		if (!isAll)
			renderPages(maker, task).then((made) => {
				place.pages = groupByPath(made.pages);
			}, onError);
		return place;
	};
	const getLanguagePages = (language: Language): LanguagePages => {
		const task = { language, site: sources.site(), help: sources.help(language) };
		const known = byLanguage.get(language);
		const site = hashJson(task.site);
		if (known?.help === task.help && known.hashes.site === site) return known;
		const of = { site, help: hashJson(task.help) };
		// A season that changed and says the same: its pages stay.
		const place = known?.hashes.site === site && known.hashes.help === of.help ? known : createLanguagePages(task, of);
		place.help = task.help;
		byLanguage.set(language, place);
		return place;
	};
	return { pages: (language) => getLanguagePages(language).pages } satisfies Prerendered;
}
