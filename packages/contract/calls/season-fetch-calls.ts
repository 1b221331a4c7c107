import { call } from "../calls.ts";
import type * as operatorSeasonFetch from "../operator/season/season-fetch.ts";

/** The calls that fetch a season, in a file of their own so that only the console loads them. */
export const showSeasonFetch = call<typeof operatorSeasonFetch.showSeasonFetch>("GET", "/operator/season-fetch");
export const startSeasonFetch = call<typeof operatorSeasonFetch.startSeasonFetch>("POST", "/operator/season-fetch");
export const showSeasonFetchFiles = call<typeof operatorSeasonFetch.showSeasonFetchFiles>(
	"GET",
	"/operator/season-fetch/:id/files",
);
