import type { SeasonFile } from "@first-bounce/contract/operator/season/season-import";
import fc from "fast-check";
import { buildSeededFiles, formatCsv } from "./seeded-folder.ts";
import { DAY, FIRST_BOUNCE, HOUR, type SmallSeason } from "./small-season.ts";

// A small season's files and random edits of them, for tests of repeated imports.

/** The values of a season that files and the console can change, by `table id field`. */
export type Values = Readonly<Record<string, string>>;

interface FilePlayer {
	readonly id: number;
	readonly name: string;
	readonly squad: number;
	readonly positions: string;
	readonly price: number;
}
interface FileMatch {
	readonly id: number;
	readonly round: number;
	readonly home: number;
	readonly away: number;
	readonly start: string;
	readonly venue: string;
}
export interface FileSeason {
	readonly squads: ReadonlyMap<number, string>;
	readonly rounds: readonly number[];
	readonly players: ReadonlyMap<number, FilePlayer>;
	readonly matches: ReadonlyMap<number, FileMatch>;
	readonly salaryCap: number;
	readonly tradeLimit: number;
}

export const POSITIONS = ["DEF", "MID", "RUC", "FWD", "DEF/MID", "MID/FWD", "RUC/FWD", "DEF/MID/FWD"];
export const playerIds = fc.integer({ min: 1001, max: 1012 });
export const matchIds = fc.constantFrom(101, 102, 201, 202, 301, 302);
export const names = fc.constantFrom("Ada", "Bea", "Cleo", "Dot");
export const squadIds = fc.constantFrom(11, 12, 13);
export const hours = fc.integer({ min: 0, max: 5 });
export const salaryCaps = fc.constantFrom(11_000_000, 12_000_000, 13_000_000);
export const tradeLimits = fc.constantFrom(3, 4, 5);
const ADDED_ROUND = 4;
const LAST_PLAYER = 1012;

export const getStart = (round: number, hoursLater: number) =>
	new Date(FIRST_BOUNCE + (round - 1) * 7 * DAY + hoursLater * HOUR).toISOString();

export const fileEdit = fc.oneof(
	fc.record({ do: fc.constant("name" as const), id: playerIds, name: names }),
	fc.record({ do: fc.constant("club" as const), id: playerIds, squad: squadIds }),
	fc.record({ do: fc.constant("positions" as const), id: playerIds, positions: fc.constantFrom(...POSITIONS) }),
	fc.record({ do: fc.constant("price" as const), id: playerIds, price: fc.constantFrom(300_000, 450_000, 901_000) }),
	fc.record({ do: fc.constant("signing" as const), id: fc.integer({ min: 2001, max: 2003 }), squad: squadIds }),
	fc.record({ do: fc.constant("left-out" as const), id: playerIds }),
	fc.record({ do: fc.constant("match" as const), id: matchIds, hours }),
	fc.record({ do: fc.constant("ground" as const), id: matchIds, venue: fc.constantFrom("Pier Oval", "Hill Park") }),
	fc.record({ do: fc.constant("renamed" as const), id: squadIds, name: fc.constantFrom("Narrm", "Walyalup") }),
	fc.record({ do: fc.constant("round" as const), hours }),
	fc.record({ do: fc.constant("cap" as const), cap: salaryCaps }),
	fc.record({ do: fc.constant("trades" as const), limit: tradeLimits }),
);
type FileEdit = typeof fileEdit extends fc.Arbitrary<infer Edit> ? Edit : never;

/** Applies edits to a season's files. */
export function editFiles(season: FileSeason, edits: readonly FileEdit[]): FileSeason {
	const [squads, players, matches] = [new Map(season.squads), new Map(season.players), new Map(season.matches)];
	let { rounds, salaryCap, tradeLimit } = season;
	const editPlayer = (id: number, change: Partial<FilePlayer>) => {
		const player = players.get(id);
		if (player) players.set(id, { ...player, ...change });
	};
	const editMatch = (id: number, change: (match: FileMatch) => Partial<FileMatch>) => {
		const match = matches.get(id);
		if (match) matches.set(id, { ...match, ...change(match) });
	};
	for (const edit of edits) {
		if (edit.do === "name") editPlayer(edit.id, { name: edit.name });
		if (edit.do === "club") editPlayer(edit.id, { squad: edit.squad });
		if (edit.do === "positions") editPlayer(edit.id, { positions: edit.positions });
		if (edit.do === "price") editPlayer(edit.id, { price: edit.price });
		if (edit.do === "signing")
			players.set(edit.id, { id: edit.id, name: "New", squad: edit.squad, positions: "MID", price: 500_000 });
		if (edit.do === "left-out") players.delete(edit.id);
		if (edit.do === "match") editMatch(edit.id, ({ round }) => ({ start: getStart(round, edit.hours) }));
		if (edit.do === "ground") editMatch(edit.id, () => ({ venue: edit.venue }));
		if (edit.do === "renamed") squads.set(edit.id, edit.name);
		if (edit.do === "cap") salaryCap = edit.cap;
		if (edit.do === "trades") tradeLimit = edit.limit;
		if (edit.do === "round") {
			rounds = [1, 2, 3, ADDED_ROUND];
			const start = getStart(ADDED_ROUND, edit.hours);
			matches.set(401, { id: 401, round: ADDED_ROUND, home: 11, away: 12, start, venue: "" });
		}
	}
	return { squads, rounds, players, matches, salaryCap, tradeLimit };
}

export const listValues = (season: FileSeason): Values =>
	Object.fromEntries([
		["seasons 1 salaryCap", String(season.salaryCap)],
		["seasons 1 trades", String(season.tradeLimit)],
		["seasons 1 lastRound", String(season.rounds.length)],
		...[...season.squads].map(([id, name]) => [`squads ${id} name`, name]),
		...season.rounds.map((id) => [`rounds ${id} id`, String(id)]),
		...[...season.players.values()].flatMap(({ id, name, squad, positions, price }) => [
			[`players ${id} name`, name],
			[`players ${id} club`, String(squad)],
			[`players ${id} positions`, positions],
			[`player_prices ${id} price`, String(price)],
		]),
		// Round, start and ground of a match belong together.
		...[...season.matches.values()].map(({ id, round, start, venue }) => [
			`matches ${id} place`,
			`${round} ${start} ${venue}`,
		]),
	]);

/** Builds the first files: a seeded season's clubs, rounds and matches, with twelve of its players. */
export function buildFirstFiles({ rules, squadIds: squads, players, matches }: SmallSeason): FileSeason {
	return {
		squads: new Map(squads.map((id) => [id, `Squad ${id}`])),
		rounds: [1, 2, 3],
		players: new Map(
			players
				.filter(({ id }) => id <= LAST_PLAYER)
				.map(({ id, squadId }) => [id, { id, name: "P", squad: squadId, positions: "MID", price: 500_000 }]),
		),
		matches: new Map(
			matches.map(({ id, roundId, homeSquadId, awaySquadId, startsAt }) => [
				id,
				{
					id,
					round: roundId,
					home: homeSquadId,
					away: awaySquadId,
					start: new Date(startsAt).toISOString(),
					venue: "",
				},
			]),
		),
		salaryCap: rules.salaryCap,
		tradeLimit: rules.trades.limit,
	};
}

export function formatFiles(seeded: SmallSeason, season: FileSeason): SeasonFile[] {
	const { squads, rounds, players, matches, salaryCap, tradeLimit } = season;
	const rules = {
		...seeded.rules,
		lastRound: rounds.length,
		salaryCap,
		trades: { ...seeded.rules.trades, limit: tradeLimit },
	};
	const texts: Readonly<Record<string, string>> = {
		"season.json": JSON.stringify({ id: seeded.id, name: "Small season", ...rules }),
		"squads.csv": formatCsv(
			"id,name,abbreviation",
			[...squads].map(([id, name]) => [id, name, `S${id}`]),
		),
		"rounds.csv": formatCsv(
			"id,name,finals",
			rounds.map((id) => [id, `Round ${id}`, "false"]),
		),
		"players.csv": formatCsv(
			"id,first_name,last_name,squad_id,position,birthday,round1_price",
			[...players.values()].map(({ id, name, squad, positions, price }) => [id, name, id, squad, positions, "", price]),
		),
		"matches.csv": formatCsv(
			"id,round_id,home_squad_id,away_squad_id,start_utc,venue,home_score,away_score",
			[...matches.values()].map(({ id, round, home, away, start, venue }) => [
				id,
				round,
				home,
				away,
				start,
				venue,
				"",
				"",
			]),
		),
	};
	return buildSeededFiles(seeded).map(({ name, text }) => ({ name, text: texts[name] ?? text }));
}
