import { DAY_MS } from "@first-bounce/rules/durations";
import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import { isStatKey, mapStats, STAT_KEYS, STATS, type StatLine } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { parseInstant } from "../../seasons/import/csv/dates.ts";
import { MAX_TIME_ON_GROUND, type MatchReport, type ParseResult, type ReportedLine } from "../feed.ts";
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

const LISTS = ["homeTeamPlayerStats", "awayTeamPlayerStats"] as const;

interface Context {
	readonly season: SeasonSnapshot;
	readonly lookup: ProviderLookup;
	/** Further stats that the season scores, by the provider's names. */
	readonly otherKeys: readonly string[];
	readonly odd: OddValues;
	/** Messages about players who are not in the season. */
	readonly unknownPlayers: string[];
}

/** Reads the counts of one player, and collects the keys of those that cannot be read. */
class CountReader {
	readonly unread: string[] = [];
	readonly #odd: OddValues;
	readonly #place: string;

	constructor(odd: OddValues, place: string) {
		this.#odd = odd;
		this.#place = place;
	}

	read(key: string, field: string, value: unknown): number {
		const count = readCount(value);
		if (count !== null) return count;
		this.unread.push(key);
		this.#odd.addUnlessAbsent(this.#place, field, value);
		return 0;
	}

	/** Reads time on ground, which may have decimals or be a little too high. */
	readTimeOnGround(value: unknown): number {
		const percentage = readNumber(value);
		if (percentage === null) this.unread.push("TOG");
		if (percentage === null || percentage > MAX_TIME_ON_GROUND)
			this.#odd.addUnlessAbsent(this.#place, "timeOnGroundPercentage", value);
		return Math.min(MAX_TIME_ON_GROUND, Math.round(percentage ?? 0));
	}
}

function readLine(playerStats: JsonObject, place: string, { odd, otherKeys }: Context) {
	const stats = getFields(playerStats.stats);
	const reader = new CountReader(odd, place);
	const counts = mapStats((key) => reader.read(key, STATS[key].aflName, stats[STATS[key].aflName]));
	const other = otherKeys
		.filter((key) => !isAbsent(stats[key]))
		.map((key) => [key, reader.read(key, key, stats[key])] as const);
	const line: StatLine = {
		...counts,
		TOG: reader.readTimeOnGround(playerStats.timeOnGroundPercentage),
		...(other.length > 0 ? { other: Object.fromEntries(other) } : {}),
	};
	return { line, unread: reader.unread };
}

const hasCounts = (playerStats: unknown): boolean => Object.keys(getFields(getFields(playerStats).stats)).length > 0;

/** Reads the player of an entry, which names her in two places. `sentId` is the first id as it was sent; `name` is for messages. */
function readPerson({ player, playerStats }: JsonObject) {
	const people = [getFields(getFields(player).player).player, getFields(playerStats).player];
	const id = people.map((person) => readId(getFields(person).playerId)).find((candidate) => candidate !== null) ?? null;
	const names = people.map((person) => getFields(getFields(person).playerName));
	const name = names
		.map(({ givenName, surname }) => [readText(givenName), readText(surname)].filter(Boolean).join(" "))
		.find((candidate) => candidate !== "");
	return { id, sentId: getFields(people[0]).playerId, name: name ? ` (${name})` : "" };
}

/** Reads a club's list in an answer. */
function readList(key: (typeof LISTS)[number], list: readonly unknown[], side: SquadId, context: Context) {
	const { lookup, odd, unknownPlayers } = context;
	const lines: ReportedLine[] = [];
	/** Players whose entry has no stats. */
	const withoutStats: PlayerId[] = [];
	const updates: number[] = [];
	/** Whether the list lacks somebody, because it or one of its entries could not be read. */
	let isIncomplete = false;
	const readEntry = (entry: unknown, entryPlace: string): void => {
		const fields = getFields(entry);
		const { id: providerId, sentId, name } = readPerson(fields);
		if (providerId === null) {
			isIncomplete = true;
			if (isObject(entry)) odd.add(`${entryPlace}${name}`, "playerId", sentId);
			else odd.add(entryPlace, "the entry", entry);
			return;
		}
		const place = `player ${providerId}${name}`;
		const team = readId(fields.teamId);
		if (team === null || lookup.findSquadId(team) === undefined)
			odd.add(place, "teamId", fields.teamId, "; she counts for the club of the list");
		const playerId = lookup.findPlayerId(providerId);
		const squadId = (team === null ? undefined : lookup.findSquadId(team)) ?? side;
		if (playerId === undefined) {
			unknownPlayers.push(`${place} of ${team ?? side} is unknown and was skipped`);
			return;
		}
		const playerStats = getFields(fields.playerStats);
		if (!hasCounts(playerStats)) {
			withoutStats.push(playerId);
			if (isObject(fields.playerStats)) odd.add(place, "stats", playerStats.stats);
			else odd.add(place, "playerStats", fields.playerStats);
			return;
		}
		const { line, unread } = readLine(playerStats, place, context);
		const update = parseInstant(readText(playerStats.lastUpdated) ?? "");
		if (update === null) odd.addUnlessAbsent(place, "lastUpdated", playerStats.lastUpdated);
		else updates.push(update);
		const reported = { playerId, squadId, stats: line, ...(unread.length > 0 ? { unread } : {}) };
		if (!lines.some((other) => JSON.stringify(other) === JSON.stringify(reported))) lines.push(reported);
	};
	for (const [index, entry] of list.entries()) readEntry(entry, `${key} ${index + 1}`);
	return { lines, withoutStats, isIncomplete, updates };
}

/** Gets the clubs of both lists: home and away, or the other way round if most entries say so. */
function getSides(
	lists: readonly (readonly unknown[])[],
	{ homeSquadId, awaySquadId, roundId }: SnapshotMatch,
	{ season, lookup }: Context,
): readonly SquadId[] {
	const sides = [homeSquadId, awaySquadId];
	const findSquad = (entry: unknown): SquadId | undefined => {
		const fields = getFields(entry);
		const player = season.players.get(lookup.findPlayerId(readPerson(fields).id ?? "") ?? 0);
		const candidates = [lookup.findSquadId(readId(fields.teamId) ?? ""), player && getSquadInRound(player, roundId)];
		return candidates.find((squadId) => squadId !== undefined && sides.includes(squadId));
	};
	const squads = lists.flatMap((list, index) =>
		list.map((entry) => ({ side: sides[index], squadId: findSquad(entry) })),
	);
	const known = squads.filter(({ squadId }) => squadId !== undefined);
	const swapped = known.filter(({ side, squadId }) => squadId !== side);
	return swapped.length * 2 > known.length ? sides.toReversed() : sides;
}

/** Notes the stats that no player has: the provider may have given them another name. */
function noteMissingStats(entries: readonly unknown[], odd: OddValues): void {
	const counts = entries.map((entry) => getFields(getFields(getFields(entry).playerStats).stats));
	for (const key of STAT_KEYS) {
		const { aflName, isOptional } = STATS[key];
		if (!isOptional && !counts.some((stats) => aflName in stats))
			odd.add("the answer", aflName, undefined, " for every player");
	}
}

/** Lists the players of a club whom an incomplete list may lack. */
const listPlayersOfSide = (
	{ players }: SeasonSnapshot,
	{ lines, roundId }: SnapshotMatch,
	side: SquadId,
): PlayerId[] => [
	...[...players.values()].filter((player) => getSquadInRound(player, roundId) === side).map(({ id }) => id),
	...lines.filter(({ squadId }) => squadId === side).map(({ playerId }) => playerId),
];

/** Gets the last update, without any that are a day later than the median: after one of them, every response would count as old. */
function getLastUpdate(updates: readonly number[]): number {
	const median = updates.toSorted((a, b) => a - b)[Math.floor(updates.length / 2)] ?? 0;
	return Math.max(...updates.filter((update) => update <= median + DAY_MS));
}

/** Parses GET playerStats/match/{match}. The answer does not repeat the match's id. */
export function parseStats(content: unknown, subject: string, season: SeasonSnapshot): ParseResult {
	const lookup = createProviderLookup(season);
	const match = lookup.findMatch(subject);
	if (!match) return { ok: false, problems: [`match ${subject} is unknown`] };
	const answer = getFields(content);
	const hasNoStatsYet = LISTS.some((key) => key in answer) && LISTS.every((key) => isAbsent(answer[key]));
	if (!hasNoStatsYet && !LISTS.some((key) => Array.isArray(answer[key])))
		return { ok: false, problems: [`it has neither a list ${LISTS[0]} nor ${LISTS[1]}`] };
	const otherKeys = Object.keys(season.rules.scoring).filter((key) => !isStatKey(key));
	const context: Context = { season, lookup, otherKeys, odd: new OddValues(), unknownPlayers: [] };
	const rawLists = LISTS.map((key) => (Array.isArray(answer[key]) ? answer[key] : []));
	const sides = getSides(rawLists, match, context);
	const entries = rawLists.flat();
	// Before a match both lists are null, or nobody in them has stats.
	if (entries.every((entry) => isObject(entry) && !hasCounts(entry.playerStats)))
		return { ok: true, reports: [{ matchId: match.id, lines: [] }] };
	const lists = LISTS.map((key, index) => readList(key, rawLists[index] ?? [], sides[index] ?? 0, context));
	const { odd, unknownPlayers } = context;
	noteMissingStats(entries, odd);
	const incompleteSides = sides.filter((_, index) => lists[index]?.isIncomplete || rawLists[index]?.length === 0);
	for (const [index, key] of LISTS.entries()) {
		const isUnexpected = !Array.isArray(answer[key]) || match.lines.some(({ squadId }) => squadId === sides[index]);
		if (rawLists[index]?.length === 0 && isUnexpected)
			odd.add("the answer", key, answer[key], "; the club keeps its stats");
	}
	const unreadPlayers = [
		...lists.flatMap(({ withoutStats }) => withoutStats),
		...incompleteSides.flatMap((side) => listPlayersOfSide(season, match, side)),
	];
	const updates = lists.flatMap((list) => list.updates);
	const notes = [...unknownPlayers, ...odd.list()];
	const report: MatchReport = {
		matchId: match.id,
		lines: lists.flatMap(({ lines }) => lines),
		...(updates.length > 0 ? { asOf: getLastUpdate(updates) } : {}),
		...(unreadPlayers.length > 0 ? { unreadPlayers } : {}),
		...(notes.length > 0 ? { notes } : {}),
	};
	return { ok: true, reports: [report] };
}
