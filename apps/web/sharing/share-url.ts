import { buildSharePath, type SharePayload } from "@first-bounce/contract/site/share-link";

/** The URL of a share page. */
export const buildShareUrl = (payload: SharePayload): string => new URL(buildSharePath(payload), location.origin).href;

/** The URL of a league's share page, which leads to joining it. */
export const buildLeagueShareUrl = (leagueCode: string, now: number = Date.now()): string =>
	buildShareUrl({ type: "league", timestamp: now, leagueCode });
