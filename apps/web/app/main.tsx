import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "../api/query-client.ts";
import { helpFilesQuery } from "../api/use-help.ts";
import { createI18n, loadLanguage } from "../i18n/i18n.ts";
import { LANGUAGE, saveLanguageCookie } from "../i18n/language.ts";
import type en from "../i18n/locale/en.json";
// A file of its own: words need not pass through the script parser before anything is drawn.
import englishFile from "../i18n/locale/en.json?url";
import { registerServiceWorker } from "../offline/register-service-worker.ts";
import { findPrerenderedScreen, preloadPage, seedAnonymousSession } from "../prerender/prerendered.ts";
import { reportUncaught, sendErrorReport } from "../reporting/report.ts";
import { App } from "./app.tsx";
import { prefetchRoute } from "./screens.ts";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place to draw in");

reportUncaught();
registerServiceWorker();
void saveLanguageCookie(LANGUAGE);

/** The server sent a prerendered page of this path, in the reader's language. */
const isPrerendered = root.dataset.at === location.pathname && document.documentElement.lang === LANGUAGE;
const queries = createQueryClient();
if (isPrerendered) seedAnonymousSession(queries);
prefetchRoute(queries, location.pathname);
const preload = async () => {
	if (!isPrerendered) return;
	const help = findPrerenderedScreen(location.pathname) === "help" ? queries.prefetchQuery(helpFilesQuery) : null;
	// The component that fails to load is requested again when it is rendered.
	await Promise.all([preloadPage(location.pathname).catch(() => undefined), help]);
};
const loadEnglish = async () => createI18n((await (await fetch(englishFile)).json()) as typeof en);

/** Not awaited at the top level: the chunks of the screens import this one, and each would wait for the other. */
async function start(container: HTMLElement): Promise<void> {
	const [wording] = await Promise.all([loadEnglish(), preload()]);
	await loadLanguage(wording, LANGUAGE);
	const page = <App wording={wording} queries={queries} at={(inside) => <BrowserRouter>{inside}</BrowserRouter>} />;
	// In a transition React hydrates in short tasks and answers presses in between, also on a slow phone.
	if (isPrerendered) startTransition(() => void hydrateRoot(container, page, { onRecoverableError: sendErrorReport }));
	else {
		container.replaceChildren();
		createRoot(container).render(page);
	}
}
void start(root);
