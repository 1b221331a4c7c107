import { createIdLookup, parseIdNumber } from "@first-bounce/contract/operator/id-lookup";
import { simplifyName } from "@first-bounce/contract/operator/player-names";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { SquadId } from "@first-bounce/rules/ids";
import type { CsvRow } from "../csv/csv-row.ts";
import { parseInstant } from "../csv/dates.ts";
import type { KnownIds, ParsedMatch } from "./read-fixture.ts";
import type { ImportedSquad } from "./season-data.ts";
import type { StatColumns } from "./stat-columns.ts";

export interface Fixture {
	readonly matches: readonly ParsedMatch[];
	readonly matchIds: KnownIds;
	readonly squads: readonly Pick<ImportedSquad, "id" | "name" | "providerId">[];
}

/** For a match that was moved within its day, how far apart its starts in a file and in the season may be. */
const MAX_MOVE_WITHIN_DAY_MS = 12 * HOUR_MS;

/** Creates a function that finds the squads that a row can mean, by the name of the team and by an id. */
export function createSquadFinder(squads: Fixture["squads"], idColumn: string): (row: CsvRow) => readonly SquadId[] {
	const findSquads = createIdLookup(squads);
	const squadsByName = Map.groupBy(squads, ({ name }) => simplifyName(name));
	return (row) => {
		const named = squadsByName.get(simplifyName(row.readRaw("team.name"))) ?? [];
		return [...(named.length === 1 ? named : []), ...findSquads(row.readRaw(idColumn))].map(({ id }) => id);
	};
}

/**
 * Creates a function that finds the match of a row: by its id, or by squad with start or round if exactly one match fits.
 * It returns null if none does.
 */
export function createMatchFinder(
	{ matches, matchIds, squads }: Fixture,
	columns: Pick<StatColumns, "match" | "squad">,
): (row: CsvRow) => number | null {
	const findMatches = createIdLookup(matches);
	const findSquadIds = createSquadFinder(squads, columns.squad);
	return (row) => {
		const text = row.readRaw(columns.match);
		const [match] = findMatches(text);
		if (match) return match.id;
		if (matchIds === null) return parseIdNumber(text);
		// A match with a problem is known although it was not parsed.
		const number = parseIdNumber(text);
		if (number !== null && matchIds.has(number) && !matches.some(({ id }) => id === number)) return number;
		const [squadId] = findSquadIds(row);
		const squadMatches = matches.filter(({ homeSquadId, awaySquadId }) =>
			[homeSquadId, awaySquadId].some((id) => id === squadId),
		);
		const start = parseInstant(row.readRaw("utcStartTime"));
		const round = parseIdNumber(row.readRaw("round.roundNumber"));
		const inRound = squadMatches.filter(({ roundId }) => roundId === round);
		const candidates = [
			squadMatches.filter(({ startsAt }) => startsAt === start),
			inRound.filter(({ startsAt }) => start === null || Math.abs(startsAt - start) <= MAX_MOVE_WITHIN_DAY_MS),
		];
		return candidates.find(({ length }) => length === 1)?.[0]?.id ?? null;
	};
}
