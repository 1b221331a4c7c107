import type { RoundsFile, SquadsFile } from "@first-bounce/contract/stats/static-data";
import { findRoundTheme } from "@first-bounce/rules/round/round";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { formatInstant } from "../../plugins/format-instant.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { COUNTRY_CODES } from "./country-codes.ts";

const buildMatchEntry = (match: SnapshotMatch): RoundsFile[number]["tournaments"][number] => ({
	id: match.id,
	status: match.status,
	date: formatInstant(match.startsAt),
	homeSquadId: match.homeSquadId,
	awaySquadId: match.awaySquadId,
	venue: match.venue,
	timeZone: match.timeZone,
	homeScore: match.homeScore,
	awayScore: match.awayScore,
	minutes: match.minutes,
	quarter: match.quarter,
	clockSeconds: match.clockSeconds,
	isBreak: match.isBreak,
	isAbandoned: match.isAbandoned,
	reportedAt: formatInstant(match.reportedAt),
});

/** Gets the starts of a round's first and last match; without matches, twice the end of the previous round. */
function getDates(round: SnapshotRound, previousEnd: number): [start: number, end: number] {
	const starts = round.matches.map(({ startsAt }) => startsAt);
	return starts.length > 0 ? [Math.min(...starts), Math.max(...starts)] : [previousEnd, previousEnd];
}

/** Builds rounds.json: `startDate` is the first match's start, `endDate` the last one's. */
export function buildRoundsFile(season: SeasonSnapshot): RoundsFile {
	let previousEnd = 0;
	return season.rounds.map((round) => {
		const [start, end] = getDates(round, previousEnd);
		previousEnd = end;
		return {
			id: round.id,
			status: round.status,
			startDate: formatInstant(start),
			endDate: formatInstant(end),
			theme: findRoundTheme({ id: round.id, startsAt: start }, season.rules),
			isGrandFinal: getRoundName(round.id, season.rules) === "grand-final",
			magicNumber: round.magicNumber,
			isHeld: round.hold !== null,
			byeSquads: [...round.byeSquads],
			lockedSquads: [...(round.lockedSquads ?? [])],
			tournaments: round.matches.map(buildMatchEntry),
		};
	});
}

export const buildSquadsFile = (season: SeasonSnapshot): SquadsFile =>
	season.squads.map(({ id, name, abbreviation, imageVersion }) => ({ id, name, abbreviation, imageVersion }));

export const buildSeasonFile = ({ seasonId, name, isDemo, rules }: SeasonSnapshot) => ({
	id: seasonId,
	name,
	isDemo,
	rules,
});

/** Builds the list of countries, sorted by English name. */
export function buildCountriesFile(): { code: string; name: string }[] {
	const names = new Intl.DisplayNames(["en"], { type: "region" });
	return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) =>
		a.name.localeCompare(b.name, "en"),
	);
}
