import { previewGate } from "@first-bounce/contract/calls";
import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { SESSION_KEY, VISITOR } from "../api/session.ts";
import { callKey } from "../api/use-call.ts";
import { paths } from "../app/paths.ts";
import { SCREENS } from "../app/screens.ts";

/** The screens whose pages are made before anybody asks (D2 §2): those that look the same to every visitor. */
export type PrerenderedScreen = "home" | "help" | "joinLeague";
const PRERENDERED: readonly PrerenderedScreen[] = ["home", "help", "joinLeague"];

/** Whose screen a path's page shows; null for a page that is not made beforehand. */
export const screenAt = (pathname: string): PrerenderedScreen | null =>
	PRERENDERED.find((name) => matchPath(paths[name].pattern, pathname) !== null) ?? null;

/** What such a page is sure of: nobody is signed in, and the game is open. The server sends it to nobody else. */
export function knowVisitor(queries: QueryClient): void {
	queries.setQueryData(SESSION_KEY, VISITOR);
	queries.setQueryData(callKey(previewGate, {}), { isOn: false, isPassed: true });
}

/** Fetches what the page at a path is drawn with, so that it is drawn whole at once. */
export async function loadPage(pathname: string): Promise<void> {
	const screen = screenAt(pathname);
	if (!screen) return;
	await SCREENS[screen].load();
	if (screen !== "help") return;
	const { CONTACT, CONTACT_TAB } = await import("../screens/help/contact-part.ts");
	if (matchPath(paths.help.pattern, pathname)?.params.tab === CONTACT_TAB) await CONTACT.load();
}
