import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "../api/query-client.ts";
import { fetchHelpFiles } from "../api/use-help.ts";
import { keepForOffline } from "../offline/register.ts";
import { knowVisitor, loadPage, screenAt } from "../prerender/prerendered.ts";
import { report, reportUncaught } from "../reporting/report.ts";
import { createWording, speakIn } from "../wording/i18n.ts";
import { LANGUAGE, tellLanguage } from "../wording/language.ts";
import type en from "../wording/locale/en.json";
// A file of its own: words need not pass through the script parser before anything is drawn.
import englishFile from "../wording/locale/en.json?url";
import { askAhead } from "./ahead.ts";
import { App } from "./app.tsx";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place to draw in");

reportUncaught();
keepForOffline();
void tellLanguage(LANGUAGE);

/** The server sent the page written, for this address and in the reader's language. */
const isWritten = root.dataset.at === location.pathname && document.documentElement.lang === LANGUAGE;
const queries = createQueryClient();
if (isWritten) knowVisitor(queries);
askAhead(queries, location.pathname);
const getReady = async () => {
	if (!isWritten) return;
	const help = screenAt(location.pathname) === "help" ? queries.prefetchQuery(fetchHelpFiles) : null;
	// What does not come is asked for again by whoever shows it.
	await Promise.all([loadPage(location.pathname).catch(() => undefined), help]);
};
const speakEnglish = async () => createWording((await (await fetch(englishFile)).json()) as typeof en);

/** Not awaited by this module: the screens' programs import from its file, and would wait for it while it waits for them. */
async function start(place: HTMLElement): Promise<void> {
	const [wording] = await Promise.all([speakEnglish(), getReady()]);
	await speakIn(wording, LANGUAGE);
	const page = <App wording={wording} queries={queries} at={(inside) => <BrowserRouter>{inside}</BrowserRouter>} />;
	// Taken over in short pieces: a press in between is heard at once, also on a slow phone.
	if (isWritten) startTransition(() => void hydrateRoot(place, page, { onRecoverableError: report }));
	else {
		place.replaceChildren();
		createRoot(place).render(page);
	}
}
void start(root);
