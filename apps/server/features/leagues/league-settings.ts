import type { ChangeableSettings, NewLeagueSettings } from "@first-bounce/contract/leagues/league-settings";
import type { Row } from "../../db/tables/tables.ts";

/** Names a league's settings as the API does. */
export const buildLeagueSettings = (row: Row<"leagues">) => ({
	type: row.type,
	privacy: row.privacy,
	size: row.size,
	finals: row.finals,
	finalsSeries: row.finals_series,
	consolationGames: row.consolation_games,
	medianGame: row.median_game,
	averageGame: row.average_game,
	h2hTiebreaker: row.tiebreaker,
});

/** Names the settings of a former league as those of the new league that continues it. */
export const buildRenewedSettings = (row: Row<"leagues">) => ({
	...buildLeagueSettings(row),
	size: row.type === "open" ? 2 : row.size,
	finals: row.finals ?? true,
	h2hTiebreaker: row.tiebreaker ?? ("percentage" as const),
});

/**
 * Builds the columns of a new league's settings. Only head-to-head leagues have finals and a tiebreaker; a draft league is
 * head-to-head, whatever type was sent.
 */
export function buildNewSettingsColumns(settings: NewLeagueSettings, size: number) {
	const type = settings.class === "draft" ? "h2h" : settings.type;
	const isH2h = type === "h2h";
	return {
		class: settings.class ?? "regular",
		type,
		privacy: settings.privacy,
		size,
		finals: isH2h ? settings.finals : null,
		finals_series: isH2h && settings.finals && settings.finalsSeries,
		consolation_games: isH2h && settings.finals && settings.consolationGames,
		median_game: isH2h && settings.medianGame,
		average_game: settings.class === "draft" && settings.averageGame,
		tiebreaker: isH2h ? settings.h2hTiebreaker : null,
	};
}

type SettingsChange = { readonly [Setting in keyof ChangeableSettings]?: ChangeableSettings[Setting] | undefined };

/** Builds the columns of the settings that may be changed. What a change leaves out stays as it is. */
export const buildChangedSettingsColumns = (row: Row<"leagues">, change: SettingsChange) => ({
	privacy: change.privacy ?? row.privacy,
	consolation_games: change.consolationGames ?? row.consolation_games,
	median_game: change.medianGame ?? row.median_game,
	average_game: change.averageGame ?? row.average_game,
});
