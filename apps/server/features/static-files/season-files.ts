import type { RoundsFile, SquadsFile } from "@first-bounce/contract/stats/static-data";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { findRoundTheme } from "@first-bounce/rules/round/themed-round";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { COUNTRY_CODES } from "./country-codes.ts";

const instant = (time: number): string => new Date(time).toISOString();

const matchEntry = (match: SnapshotMatch): RoundsFile[number]["tournaments"][number] => ({
	id: match.id,
	status: match.status,
	date: instant(match.startsAt),
	homeSquadId: match.homeSquadId,
	awaySquadId: match.awaySquadId,
	venue: match.venue,
	timeZone: match.timeZone,
	homeScore: match.homeScore,
	awayScore: match.awayScore,
	minutes: match.minutes,
});

/** A round without matches takes the time of the one before it. */
function datesOf(round: SnapshotRound, before: number): [start: number, end: number] {
	const starts = round.matches.map(({ startsAt }) => startsAt);
	return starts.length > 0 ? [Math.min(...starts), Math.max(...starts)] : [before, before];
}

/** rounds.json: `startDate` is the first match's start, `endDate` the last one's (D1 §3). */
export function roundsFileOf(season: SeasonSnapshot): RoundsFile {
	let before = 0;
	return season.rounds.map((round) => {
		const [start, end] = datesOf(round, before);
		before = end;
		return {
			id: round.id,
			status: round.status,
			startDate: instant(start),
			endDate: instant(end),
			theme: findRoundTheme({ id: round.id, startsAt: start }, season.rules),
			isGrandFinal: getRoundName(round.id, season.rules) === "grand-final",
			magicNumber: round.magicNumber,
			byeSquads: [...round.byeSquads],
			tournaments: round.matches.map(matchEntry),
		};
	});
}

export const squadsFileOf = (season: SeasonSnapshot): SquadsFile =>
	season.squads.map(({ id, name, abbreviation }) => ({ id, name, abbreviation }));

export const seasonFileOf = ({ seasonId, name, isDemo, rules }: SeasonSnapshot) => ({
	id: seasonId,
	name,
	isDemo,
	rules,
});

/** Every country by its English name. */
export function countriesFileOf(): { code: string; name: string }[] {
	const names = new Intl.DisplayNames(["en"], { type: "region" });
	return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) =>
		a.name.localeCompare(b.name, "en"),
	);
}
