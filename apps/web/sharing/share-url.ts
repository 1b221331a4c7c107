import { buildSharePath, type SharePayload } from "@first-bounce/contract/site/share-link";

/** The whole address of a share page (D2 §4: a base path and a payload). */
export const buildShareUrl = (payload: SharePayload): string => new URL(buildSharePath(payload), location.origin).href;

/** Of a league: its page leads to joining it. */
export const buildLeagueShareUrl = (leagueCode: string, now: number = Date.now()): string =>
	buildShareUrl({ type: "league", timestamp: now, leagueCode });
