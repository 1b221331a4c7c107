import { type CsvRow, parseInstant } from "../csv/csv-row.ts";
import type { KnownIds, ParsedMatch } from "./read-fixture.ts";
import type { StatColumns } from "./stat-columns.ts";

/** Parses the number at the end of an id such as `CD_M5001`; null when there is none. */
export function parseTrailingNumber(text: string): number | null {
	const digits = /(\d+)$/.exec(text)?.[1];
	return digits === undefined ? null : Number(digits);
}

export interface Fixture {
	readonly matches: readonly ParsedMatch[];
	readonly matchIds: KnownIds;
	readonly squadNames: ReadonlyMap<string, number>;
}

/**
 * Creates a function that finds the match of a fitzRoy row: by `provider_id` of matches.csv, by the number in its id, or by
 * squad with start or round if exactly one match fits. It returns null if none does.
 */
export function createMatchFinder(
	{ matches, matchIds, squadNames }: Fixture,
	columns: Pick<StatColumns, "match" | "squad">,
) {
	const matchIdByProviderId = new Map(
		matches.flatMap((match) => (match.providerId ? [[match.providerId, match.id]] : [])),
	);
	const getSquadId = (row: CsvRow): number | null => {
		const squadId = squadNames.get(row.readRaw("team.name"));
		return squadId ?? parseTrailingNumber(row.readRaw(columns.squad));
	};
	const listMatchesOf = (squadId: number | null) =>
		matches.filter((match) => match.homeSquadId === squadId || match.awaySquadId === squadId);
	return (row: CsvRow): number | null => {
		const providerId = row.readRaw(columns.match);
		const matchId = matchIdByProviderId.get(providerId) ?? parseTrailingNumber(providerId);
		if (matchId !== null && (matchIds?.has(matchId) ?? true)) return matchId;
		const squadMatches = listMatchesOf(getSquadId(row));
		const start = parseInstant(row.readRaw("utcStartTime"));
		const round = parseTrailingNumber(row.readRaw("round.roundNumber"));
		const candidates = [
			squadMatches.filter(({ startsAt }) => startsAt === start),
			start === null ? squadMatches.filter(({ roundId }) => roundId === round) : [],
		];
		return candidates.find(({ length }) => length === 1)?.[0]?.id ?? null;
	};
}
