import type { HelpFiles } from "@first-bounce/contract/site/help";
import { getHelpTab } from "@first-bounce/contract/site/paths";
import type { PrerenderedPage, PrerenderTask } from "@first-bounce/contract/site/prerender";
import type { i18n } from "i18next";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { createQueryClient } from "../api/query-client.ts";
import { helpFilesQuery } from "../api/use-help.ts";
import { App } from "../app/app.tsx";
import { paths } from "../app/paths.ts";
import { applyLanguage, createI18n } from "../i18n/i18n.ts";
import en from "../i18n/locale/en.json";
import { CONTACT_TAB } from "../screens/help/contact-chunk.ts";
import { listArticles } from "../screens/help/help-model.ts";
import { preloadPage, seedAnonymousSession } from "./prerendered.ts";

const CATALOGUES = import.meta.glob<object>(["../i18n/locale/*.json", "!../i18n/locale/*-operator.json"], {
	import: "default",
});

/** Entry modules by screen, as in the build manifest. */
const SOURCES = {
	home: ["screens/home/home-screen.tsx"],
	joinLeague: ["screens/leagues/join/join-screen.tsx"],
	help: ["screens/help/help-screen.tsx"],
	contact: ["screens/help/help-screen.tsx", "screens/help/contact.tsx"],
} as const;

interface PageToRender {
	readonly path: string;
	readonly screen: keyof typeof SOURCES;
	readonly description: string;
}

/** A help section's meta description: the titles of its articles. */
const buildDescription = (help: HelpFiles, section: HelpFiles["sections"][number]): string =>
	`${section.name}: ${listArticles(help, section)
		.map(({ title }) => title)
		.join(", ")}.`.slice(0, 160);

const listPages = ({ t }: i18n, help: HelpFiles): readonly PageToRender[] => [
	{ path: paths.home.to(), screen: "home", description: t("home.description") },
	{ path: paths.joinLeague.to(), screen: "joinLeague", description: t("leagues.join.text") },
	...help.sections.map((section): PageToRender => {
		const tab = getHelpTab(section);
		const screen = tab === CONTACT_TAB ? "contact" : "help";
		return { path: paths.help.to(tab), screen, description: buildDescription(help, section) };
	}),
];

const TITLE = /<title>([^<]*)<\/title>/;

/** Renders the public pages in a language. The title is returned separately, because the server writes its own `head`. */
export async function renderPages({ language, help }: PrerenderTask): Promise<readonly PrerenderedPage[]> {
	const i18n = createI18n(en);
	const texts = await CATALOGUES[`../i18n/locale/${language}.json`]?.();
	if (texts) await applyLanguage(i18n, language, texts);
	const pages: PrerenderedPage[] = [];
	for (const { path, screen, description } of listPages(i18n, help)) {
		await preloadPage(path);
		const queryClient = createQueryClient();
		seedAnonymousSession(queryClient);
		queryClient.setQueryData(helpFilesQuery.queryKey, help);
		const renderRouter = (page: ReactNode) => <StaticRouter location={path}>{page}</StaticRouter>;
		const rendered = renderToString(<App i18n={i18n} queryClient={queryClient} renderRouter={renderRouter} />);
		queryClient.clear();
		const [, title = ""] = TITLE.exec(rendered) ?? [];
		const isHelp = screen === "help" || screen === "contact";
		const html = rendered.replace(TITLE, "");
		pages.push({ path, title, description, sources: SOURCES[screen], isHelp, html });
	}
	return pages;
}
