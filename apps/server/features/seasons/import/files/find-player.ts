import { createIdLookup, parseIdNumber } from "@first-bounce/contract/operator/id-lookup";
import { simplifyName } from "@first-bounce/contract/operator/player-names";
import { isEmptyCell } from "@first-bounce/contract/operator/text-table";
import type { PlayerId } from "@first-bounce/rules/ids";
import { type ClubHistory, getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { CsvRow } from "../csv/csv-row.ts";
import type { ParsedMatch } from "./read-fixture.ts";
import type { ImportedPlayer } from "./season-data.ts";
import type { StatColumns } from "./stat-columns.ts";

export type StatsPlayer = Pick<ImportedPlayer, "id" | "firstName" | "lastName" | "providerId"> & ClubHistory;

/** Name columns of stats.csv, where they are optional, and of the R package fitzRoy, whose columns differ by version. */
const NAME_COLUMNS = [
	["first_name", "last_name"],
	["player.givenName", "player.surname"],
	["player.player.player.givenName", "player.player.player.surname"],
] as const;

/** Reads a player's name; empty if the row has none. */
export function readName(row: CsvRow): string {
	const names = NAME_COLUMNS.map((columns) => columns.map((column) => row.readRaw(column)).join(" "));
	return names.find((name) => name.trim() !== "")?.trim() ?? "";
}

export const formatName = ({ firstName, lastName }: Pick<StatsPlayer, "firstName" | "lastName">): string =>
	`${firstName} ${lastName}`;

/** Whether a player was in one of the two clubs of a match. */
const isInEitherClub = (player: StatsPlayer, { roundId, homeSquadId, awaySquadId }: ParsedMatch): boolean =>
	[homeSquadId, awaySquadId].includes(getSquadInRound(player, roundId));

/**
 * Creates a function that finds the id of a row's player, which may be one that nobody in the season has; null, with a problem, if
 * the row has no id or it can be that of several players.
 */
export function createPlayerFinder(players: readonly StatsPlayer[], { player: column, source }: StatColumns) {
	const findPlayers = createIdLookup(players);
	/** Chooses between players when a number is the own id of one and the provider's id of another: by own id, name or club. */
	const choosePlayer = (
		row: CsvRow,
		match: ParsedMatch | undefined,
		candidates: readonly StatsPlayer[],
	): PlayerId | null => {
		const name = simplifyName(readName(row));
		const [own] = source === "fitzRoy" ? findPlayers(row.readRaw("player_id")) : [];
		const choices = [
			candidates.filter(({ id }) => id === own?.id),
			candidates.filter((candidate) => simplifyName(formatName(candidate)) === name),
			// stats.csv has the season's own ids, so the player with this own id, who comes first, is meant.
			source === "fitzRoy"
				? candidates.filter((candidate) => match && isInEitherClub(candidate, match))
				: candidates.slice(0, 1),
		];
		const [chosen] = choices.find(({ length }) => length === 1) ?? [];
		if (chosen) return chosen.id;
		const names = candidates.map((candidate) => `${formatName(candidate)}, id ${candidate.id}`);
		return row.reportProblem(`${column} ${row.readRaw(column)} can be ${names.join(" or ")}`);
	};
	return (row: CsvRow, match: ParsedMatch | undefined): PlayerId | null => {
		const text = row.readRaw(column);
		const found = findPlayers(text);
		if (found.length > 1) return choosePlayer(row, match, found);
		if (found[0]) return found[0].id;
		const number = parseIdNumber(text);
		if (number !== null && number > 0) return number;
		const name = readName(row);
		const problem = isEmptyCell(text) ? `${column} is empty` : `${column} is not an id (${text})`;
		return row.reportProblem(name === "" ? problem : `${problem}: ${name}`);
	};
}
