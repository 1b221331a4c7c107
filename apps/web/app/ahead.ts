import { previewGate, showClock, showMyTeam } from "@first-bounce/contract/calls";
import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { maybeSignedIn, sessionQuery } from "../api/session.ts";
import { callQuery } from "../api/use-call.ts";
import { staticQuery } from "../api/use-static.ts";
import { ACCESS, type ScreenName } from "./access.ts";
import { paths } from "./paths.ts";
import { SCREENS } from "./screens.ts";

const SEASON_FILES = ["season", "squads", "players", "rounds"] as const;

const screenAt = (pathname: string): ScreenName | undefined =>
	(Object.keys(ACCESS) as ScreenName[]).find((name) => matchPath(paths[name].pattern, pathname) !== null);

/**
 * Asks for what the page is about to need all at once, before anything is drawn: who is there, and the screen of this
 * address. Asked for one after the other, each would wait for the last. A visitor is asked for nothing of her own.
 */
export function askAhead(queries: QueryClient, pathname: string): void {
	void queries.prefetchQuery(sessionQuery);
	void queries.prefetchQuery(callQuery(previewGate, {}));
	void queries.prefetchQuery(callQuery(showClock, {}));
	const screen = screenAt(pathname);
	if (!screen) return;
	// Whoever shows the screen asks again, and says so when it does not come.
	SCREENS[screen].load().catch(() => undefined);
	if (screen !== "team" || !maybeSignedIn()) return;
	for (const name of SEASON_FILES) void queries.prefetchQuery(staticQuery(name));
	void queries.prefetchQuery(callQuery(showMyTeam, {}));
}
