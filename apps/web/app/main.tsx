import { onlineManager } from "@tanstack/react-query";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "../api/query-client.ts";
import { hasSignedInCookie } from "../api/session.ts";
import { helpFilesQuery } from "../api/use-help.ts";
import { loadEnglish, loadLanguage } from "../i18n/i18n.ts";
import { LANGUAGE, saveLanguageCookie } from "../i18n/language.ts";
import { registerServiceWorker } from "../offline/register-service-worker.ts";
import { findPrerenderedScreen, preloadPage, seedAnonymousSession } from "../prerender/prerendered.ts";
import { reportUncaught, sendErrorReport } from "../reporting/report.ts";
import { loadChunk } from "../upgrade/load-chunk.ts";
import { watchEntries } from "../upgrade/unsaved-work.ts";
import { App } from "./app.tsx";
import { prefetchRoute, preloadScreen } from "./screens.ts";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element");

reportUncaught();
watchEntries();
registerServiceWorker();
void saveLanguageCookie(LANGUAGE);

/** The server sent this path prerendered in the user's language. */
const isPrerendered = root.dataset.at === location.pathname && document.documentElement.lang === LANGUAGE;
// TanStack Query assumes that a page starts online. Without this, a page that starts offline would not notice a connection.
onlineManager.setOnline(navigator.onLine);
const queryClient = createQueryClient();
if (isPrerendered) seedAnonymousSession(queryClient);
prefetchRoute(queryClient, location.pathname);
/** Shows what the last visit of a signed-in user left. */
const fillFromLastVisit = async () => {
	if (!hasSignedInCookie()) return;
	const { showLastVisit } = await loadChunk(() => import("../offline/last-visit.ts"));
	await showLastVisit(queryClient, location.pathname);
};
/** The service worker has sent the page of the last visit. */
const hasKeptPage = root.querySelector("[data-kept-page]") !== null;
const preload = async () => {
	// So that the first render is complete.
	if (hasKeptPage) await preloadScreen(location.pathname).catch(() => undefined);
	if (!isPrerendered) return;
	const help = findPrerenderedScreen(location.pathname) === "help" ? queryClient.prefetchQuery(helpFilesQuery) : null;
	// A component that fails to load is requested again when it is rendered.
	await Promise.all([preloadPage(location.pathname).catch(() => undefined), help]);
};

/** Not awaited at the top level: the screens' chunks import this chunk and would wait for it. */
async function start(container: HTMLElement): Promise<void> {
	const [i18n] = await Promise.all([loadEnglish(), preload(), fillFromLastVisit().catch(() => undefined)]);
	await loadLanguage(i18n, LANGUAGE);
	const page = (
		<App i18n={i18n} queryClient={queryClient} renderRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
	);
	// In a transition React hydrates in short tasks, so a slow phone responds to taps in between.
	if (isPrerendered) startTransition(() => void hydrateRoot(container, page, { onRecoverableError: sendErrorReport }));
	else {
		if (!hasKeptPage) container.replaceChildren();
		// Removes the page of the last visit once the app is rendered.
		createRoot(container).render(page);
	}
}
void start(root);
