import { ApiFailure } from "@first-bounce/contract/client";
import type { HelpFileName, HelpFiles } from "@first-bounce/contract/site/help";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { site } from "../app/site.ts";
import { LANGUAGE } from "../i18n/language.ts";
import type { Loaded } from "./use-season.ts";

/** The first page has all entries, because there are fewer than a hundred. */
const PAGE = "page=1&per_page=100";

const getHelpUrl = (name: HelpFileName): string => `${site.staticBase}/help/${LANGUAGE}/${name}.json?${PAGE}`;

export const HELP_URLS = (["categories", "sections", "articles"] as const).map(getHelpUrl);

async function fetchHelp<Name extends HelpFileName>(name: Name, signal: AbortSignal): Promise<HelpFiles[Name]> {
	const response = await fetch(getHelpUrl(name), { cache: "no-cache", signal });
	if (!response.ok) throw new ApiFailure(response.status, []);
	return response.json();
}

/** The three help files, fetched once per page load. */
export const helpFilesQuery = queryOptions({
	queryKey: ["help", LANGUAGE],
	staleTime: Number.POSITIVE_INFINITY,
	queryFn: async ({ signal }): Promise<HelpFiles> => {
		const [categories, sections, articles] = await Promise.all([
			fetchHelp("categories", signal),
			fetchHelp("sections", signal),
			fetchHelp("articles", signal),
		]);
		return { categories, sections, articles };
	},
});

export function useHelp(): Loaded<HelpFiles> {
	const result = useQuery(helpFilesQuery);
	if (result.data) return { state: "ready", value: result.data };
	if (result.error) return { state: "error", error: result.error, retry: () => void result.refetch() };
	return { state: "pending" };
}
