import type { RoundId, SquadId } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import { findRound, type MatchStatus, QUARTERS } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { parseInstant } from "../../seasons/import/csv/dates.ts";
import { MAX_MINUTES, MAX_QUARTER_SECONDS, MAX_TEAM_POINTS, type MatchReport, type ParseResult } from "../feed.ts";
import { createProviderLookup, type ProviderLookup } from "./id-lookup.ts";
import {
	getFields,
	isAbsent,
	isObject,
	type JsonObject,
	OddValues,
	readCount,
	readId,
	readNumber,
	readText,
} from "./read-values.ts";

/** The words of the official API for the statuses of a match; others need an operator. */
export const AFL_STATUSES: Readonly<Record<string, MatchStatus>> = {
	PLACEHOLDER: "scheduled",
	UPCOMING: "scheduled",
	SCHEDULED: "scheduled",
	UNCONFIRMED_TEAMS: "scheduled",
	CONFIRMED_TEAMS: "scheduled",
	PREGAME: "scheduled",
	LIVE: "playing",
	// The match has ended, but its stats are still being checked.
	POSTGAME: "playing",
	CONCLUDED: "complete",
};

const ID_FIELDS = ["matchId", "homeTeamId", "awayTeamId"] as const;
const MAX_MATCH_SECONDS = MAX_MINUTES * 60;

interface Context {
	readonly season: SeasonSnapshot;
	readonly lookup: ProviderLookup;
	/** The round of the answer; null if its name has none. */
	readonly roundId: RoundId | null;
	readonly odd: OddValues;
	readonly notes: string[];
}

/** An item's match in the season, and whether the provider has its clubs the other way round. */
interface FoundMatch {
	readonly match: SnapshotMatch;
	readonly isSwapped: boolean;
}

function findMatch(fields: JsonObject, place: string, { season, lookup, roundId, odd, notes }: Context) {
	if (ID_FIELDS.every((field) => readId(fields[field]) === null)) {
		notes.push(`${place}: the match has neither an id nor clubs`);
		return null;
	}
	const matchId = readId(fields.matchId);
	if (matchId === null) odd.add(place, "matchId", fields.matchId);
	const readSquad = (field: "homeTeamId" | "awayTeamId"): SquadId | undefined => {
		const providerId = readId(fields[field]);
		if (providerId === null) odd.add(place, field, fields[field]);
		return providerId === null ? undefined : lookup.findSquadId(providerId);
	};
	const home = readSquad("homeTeamId");
	const away = readSquad("awayTeamId");
	const known = matchId === null ? undefined : lookup.findMatch(matchId);
	if (known) {
		const isSwapped = home === known.awaySquadId && away === known.homeSquadId;
		const squads = [known.homeSquadId, known.awaySquadId];
		const isOtherMatch = [home, away].some((squad) => squad !== undefined && !squads.includes(squad));
		if (!isOtherMatch) return { match: known, isSwapped };
		notes.push(`${place}: its clubs are not those of match ${known.id}, so it was skipped`);
		return null;
	}
	const startsAt = parseInstant(readText(fields.date) ?? "");
	const roundMatches = findRound(season.rounds, roundId)?.matches;
	const findBySquads = (first: SquadId, second: SquadId): SnapshotMatch | undefined => {
		if (startsAt !== null) return lookup.findMatchBySquads(first, second, startsAt);
		return roundMatches?.find(({ homeSquadId, awaySquadId }) => homeSquadId === first && awaySquadId === second);
	};
	if (home !== undefined && away !== undefined) {
		const match = findBySquads(home, away);
		if (match) return { match, isSwapped: false };
		const swapped = findBySquads(away, home);
		if (swapped) return { match: swapped, isSwapped: true };
	}
	const unknownTeam = [
		[fields.homeTeamId, home],
		[fields.awayTeamId, away],
	].find(([providerId, squad]) => readId(providerId) !== null && squad === undefined)?.[0];
	if (unknownTeam !== undefined) notes.push(`squad ${unknownTeam} is unknown`);
	else if (matchId !== null) notes.push(`match ${matchId} is unknown`);
	return null;
}

/** Reads the clock; empty if it is not known, or if a quarter is odd or missing, because the minutes would be too few. */
function readClock(matchClock: unknown, place: string, odd: OddValues): Partial<MatchReport> {
	const { periods } = getFields(matchClock);
	if (!Array.isArray(periods)) {
		odd.addUnlessAbsent(
			place,
			isObject(matchClock) ? "periods" : "matchClock",
			isObject(matchClock) ? periods : matchClock,
		);
		return {};
	}
	const readPeriods = periods.map((period) => {
		const { periodNumber, periodSeconds, periodCompleted } = getFields(period);
		const number = readCount(periodNumber);
		const seconds = isAbsent(periodSeconds) ? 0 : readNumber(periodSeconds, MAX_MATCH_SECONDS);
		if (!isObject(period)) odd.add(place, "a period", period);
		else if (seconds === null) odd.add(place, "periodSeconds", periodSeconds);
		else if (seconds > 0 && !number) odd.add(place, "periodNumber", periodNumber);
		else if (typeof periodCompleted !== "boolean") odd.addUnlessAbsent(place, "periodCompleted", periodCompleted);
		if (!isObject(period) || seconds === null || (seconds > 0 && !number)) return null;
		return { number: number ?? 0, seconds: Math.floor(seconds), isOver: periodCompleted === true };
	});
	const hasOddPeriod = readPeriods.includes(null);
	const started = readPeriods.flatMap((period) => (period && period.seconds > 0 ? [period] : []));
	const total = sum(started.map(({ seconds }) => seconds));
	const last = started.toSorted((a, b) => a.number - b.number).at(-1);
	const hasAllQuarters = new Set(started.map(({ number }) => number)).size >= (last?.number ?? 0);
	if (!hasAllQuarters && !hasOddPeriod) odd.add(place, "periods", undefined, " for an earlier quarter");
	const isTooLong = total > MAX_MATCH_SECONDS || (last?.seconds ?? 0) > MAX_QUARTER_SECONDS;
	if (isTooLong) odd.add(place, "periodSeconds", total);
	if (!last || hasOddPeriod || !hasAllQuarters || isTooLong) return {};
	return {
		minutes: Math.floor(total / 60),
		// Extra time of a final counts as its last quarter.
		quarter: Math.min(QUARTERS, last.number),
		clockSeconds: last.seconds,
		isBreak: last.isOver,
	};
}

function readScore(side: unknown, field: string, place: string, odd: OddValues): number | undefined {
	const { matchScore } = getFields(side);
	const { totalScore } = getFields(matchScore);
	const points = readCount(totalScore, MAX_TEAM_POINTS);
	if (points !== null) return points;
	if (isObject(matchScore)) odd.addUnlessAbsent(place, `${field}.totalScore`, totalScore);
	else if (isObject(side)) odd.addUnlessAbsent(place, `${field}.matchScore`, matchScore);
	else odd.addUnlessAbsent(place, field, side);
	return undefined;
}

/** Whether a match has a score other than 0-0. */
export const hasPoints = ({ homeScore = 0, awayScore = 0 }: Partial<MatchReport>): boolean => homeScore + awayScore > 0;

/** Reads the score and the clock of a match that has begun. */
function readProgress(score: unknown, { isSwapped }: FoundMatch, place: string, odd: OddValues): Partial<MatchReport> {
	if (!isObject(score)) {
		odd.addUnlessAbsent(place, "score", score);
		return {};
	}
	const first = readScore(score.homeTeamScore, "homeTeamScore", place, odd);
	const second = readScore(score.awayTeamScore, "awayTeamScore", place, odd);
	const [homeScore, awayScore] = isSwapped ? [second, first] : [first, second];
	return {
		...readClock(score.matchClock, place, odd),
		...(homeScore === undefined ? {} : { homeScore }),
		...(awayScore === undefined ? {} : { awayScore }),
	};
}

/** Builds how a provider lists a match, from its word for the status and what that means here. */
export function buildListing(
	word: string,
	status: MatchStatus | undefined,
	roundId: RoundId | null,
): NonNullable<MatchReport["listing"]> {
	if (status === undefined) return { state: "other", status: word, roundId };
	return { state: status === "complete" ? "over" : "as-planned", status: word, roundId };
}

function readItem(item: unknown, index: number, context: Context): MatchReport | null {
	const { odd, roundId } = context;
	const fields = getFields(getFields(item).match);
	const matchId = readId(fields.matchId);
	const place = `items ${index + 1}${matchId === null ? "" : ` (${matchId})`}`;
	if (!isObject(getFields(item).match)) {
		odd.add(place, isObject(item) ? "match" : "the item", isObject(item) ? item.match : item);
		return null;
	}
	const found = findMatch(fields, place, context);
	if (!found) return null;
	const { match } = found;
	const startsAt = parseInstant(readText(fields.date) ?? "");
	if (startsAt === null) odd.addUnlessAbsent(place, "date", fields.date);
	const word = readText(fields.status)?.toUpperCase() ?? null;
	const status = word === null ? undefined : AFL_STATUSES[word];
	if (word === null) odd.add(place, "status", fields.status);
	const progress = status === "scheduled" ? {} : readProgress(getFields(item).score, found, place, odd);
	// Without a known status, a score of 0 may be a placeholder unless the clock runs.
	const hasBegun = status !== undefined || progress.minutes !== undefined || hasPoints(progress);
	const isInOtherRound = roundId !== null && roundId !== match.roundId;
	// A match that an operator has moved may still be listed in its old round, as postponed.
	const isListed = word !== null && (status !== undefined || !isInOtherRound);
	const notes = [
		...(word !== null && status === undefined
			? [`the provider reports ${word}: move or abandon the match, or leave it`]
			: []),
		...(isInOtherRound && isListed && match.status !== "complete"
			? [`the provider lists it in round ${roundId}: move it there, or leave it`]
			: []),
	];
	return {
		matchId: match.id,
		...(matchId === null ? {} : { providerId: matchId }),
		...(startsAt === null ? {} : { startsAt }),
		...(status === undefined ? {} : { status }),
		...(hasBegun ? progress : {}),
		...(isListed ? { listing: buildListing(word, status, roundId) } : {}),
		...(notes.length > 0 ? { notes } : {}),
	};
}

/** Parses GET matchItems/round/{round}: the round's matches with their scores and clocks. */
export function parseRound(content: unknown, subject: string, season: SeasonSnapshot): ParseResult {
	const { items } = getFields(content);
	if (!Array.isArray(items)) return { ok: false, problems: ["items is not a list of matches"] };
	const roundNumber = Number(/(\d{2})$/.exec(subject)?.[1] ?? 0);
	const round = findRound(season.rounds, roundNumber);
	const context: Context = {
		season,
		lookup: createProviderLookup(season),
		roundId: round?.id ?? null,
		odd: new OddValues(),
		notes: [],
	};
	const { odd } = context;
	const reports = new Map<number, MatchReport>();
	let reportedCount = 0;
	for (const [index, item] of items.entries()) {
		const report = readItem(item, index, context);
		if (!report) continue;
		reportedCount++;
		const first = reports.get(report.matchId);
		if (!first) reports.set(report.matchId, report);
		else if (JSON.stringify(first) !== JSON.stringify(report)) {
			// A match that gets a new date and id can still be listed under the old ones, such as POSTPONED.
			const isReplaced = first.listing?.state === "other" && report.listing?.state !== "other";
			if (isReplaced) reports.set(report.matchId, report);
			const counted = isReplaced ? "this" : "the first";
			context.notes.push(`items ${index + 1}: match ${report.matchId} is listed twice; ${counted} counts`);
		}
	}
	const notes = [...context.notes, ...odd.list()];
	if (reports.size === 0)
		return { ok: false, problems: notes.length > 0 ? notes : ["it lists none of the season's matches"] };
	const isComplete = reportedCount === items.length;
	const unlisted = isComplete ? listUnlistedMatches(round?.matches ?? [], reports) : [];
	return { ok: true, reports: [...reports.values(), ...unlisted], areIndependent: true, notes };
}

/** Lists the open matches of a round that its answer lacks. */
const listUnlistedMatches = (
	matches: readonly SnapshotMatch[],
	listed: ReadonlyMap<number, MatchReport>,
): MatchReport[] =>
	matches
		.filter(({ id, status, isAbandoned }) => !listed.has(id) && status !== "complete" && !isAbandoned)
		.map(({ id, roundId }) => ({
			matchId: id,
			listing: { state: "not-listed", status: "", roundId },
			notes: [`the provider does not list it in round ${roundId}: move or abandon it, or leave it`],
		}));
