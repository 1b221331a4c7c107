import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createQueryClient } from "../api/query-client.ts";
import { LiveUpdates } from "../live/live-updates.tsx";
import { keepForOffline } from "../offline/register.ts";
import { reportUncaught } from "../reporting/report.ts";
import { createWording, speakIn } from "../wording/i18n.ts";
import { LANGUAGE } from "../wording/language.ts";
import type en from "../wording/locale/en.json";
// A file of its own: words need not pass through the script parser before anything is drawn.
import englishFile from "../wording/locale/en.json?url";
import { askAhead } from "./ahead.ts";
import { Router } from "./router.tsx";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place to draw in");

reportUncaught();
const queries = createQueryClient();
askAhead(queries, location.pathname);
keepForOffline();
const english: typeof en = await (await fetch(englishFile)).json();
const wording = createWording(english);
await speakIn(wording, LANGUAGE);

createRoot(root).render(
	<StrictMode>
		<I18nextProvider i18n={wording}>
			<QueryClientProvider client={queries}>
				<LiveUpdates />
				<Router />
			</QueryClientProvider>
		</I18nextProvider>
	</StrictMode>,
);
