import { showPreviewGate } from "@first-bounce/contract/site/preview";
import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { SESSION_KEY, VISITOR } from "../api/session.ts";
import { callKey } from "../api/use-call.ts";
import { paths } from "../app/paths.ts";
import { SCREENS } from "../app/screens.ts";

/** The screens with prerendered pages, which look the same to every visitor. */
const PRERENDERED_SCREENS = ["home", "help", "joinLeague"] as const;
export type PrerenderedScreen = (typeof PRERENDERED_SCREENS)[number];

export const findPrerenderedScreen = (pathname: string): PrerenderedScreen | null =>
	PRERENDERED_SCREENS.find((name) => matchPath(paths[name].pattern, pathname) !== null) ?? null;

/**
 * The server sends prerendered pages only to visitors when no preview password is set, so session and preview gate need no
 * request.
 */
export function seedAnonymousSession(queryClient: QueryClient): void {
	queryClient.setQueryData(SESSION_KEY, VISITOR);
	queryClient.setQueryData(callKey(showPreviewGate, {}), { isOn: false, isPassed: true });
}

/** Loads the chunks of a prerendered page, so that it renders and hydrates in one go. */
export async function preloadPage(pathname: string): Promise<void> {
	const screen = findPrerenderedScreen(pathname);
	if (!screen) return;
	await SCREENS[screen].preload();
	if (screen !== "help") return;
	const { CONTACT_TAB, contactChunk } = await import("../screens/help/contact-chunk.ts");
	if (matchPath(paths.help.pattern, pathname)?.params.tab === CONTACT_TAB) await contactChunk.preload();
}
