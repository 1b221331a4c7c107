import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { JsonValue } from "../../../../db/columns.ts";
import { buildStatColumns } from "../../current/stat-line.ts";
import type { SeasonData } from "../files/season-data.ts";

export type TableRow = Readonly<Record<string, JsonValue>>;

/** A season's rows of one table. `keys` identify a row within the season. */
export interface SeasonTable {
	readonly name: "seasons" | "squads" | "rounds" | "players" | "player_prices" | "matches" | "stat_lines";
	/** What a row is called in reports. */
	readonly noun: string;
	readonly keys: readonly string[];
	/** The columns that come from files, including keys but without the season's id. */
	readonly columns: readonly string[];
	readonly rows: readonly TableRow[];
	/**
	 * The columns that match a row of the files to a stored row, if they are not all of `keys`. An opening price is its player's, even
	 * if its round changes.
	 */
	readonly matchBy?: readonly string[];
	/** Columns that stay unchanged if they are empty in the file. */
	readonly keptWhenEmpty?: readonly string[];
	/** Values for columns that are empty in the file, in new rows. */
	readonly defaultsWhenEmpty?: TableRow;
	/** Groups of columns that depend on each other: the files change all of a group or none. */
	readonly groups?: readonly (readonly string[])[];
	/** Whether a stored row that the files leave out counts as removed. By default all do. */
	readonly isInScope?: (row: TableRow) => boolean;
	/** Whether a report also lists rows that are out of scope. */
	readonly reportsOutOfScope?: boolean;
}

const PLAYER_COLUMNS = [
	"id",
	"first_name",
	"last_name",
	"squad_id",
	"positions",
	"birthday",
	"from_round",
	"provider_id",
];
const MATCH_COLUMNS = [
	"id",
	"round_id",
	"home_squad_id",
	"away_squad_id",
	"starts_at",
	"venue",
	"time_zone",
	"status",
	"home_score",
	"away_score",
	"provider_id",
];
const STAT_COLUMNS = ["squad_id", ...STAT_KEYS.map((key) => STATS[key].column), "tog", "other"];

const formatIsoTime = (time: number): string => new Date(time).toISOString();

const buildSquads = ({ squads }: SeasonData): SeasonTable => ({
	name: "squads",
	noun: "squad",
	keys: ["id"],
	columns: ["id", "name", "abbreviation", "provider_id"],
	keptWhenEmpty: ["provider_id"],
	rows: squads.map(({ id, name, abbreviation, providerId = null }) => ({
		id,
		name,
		abbreviation,
		provider_id: providerId,
	})),
});

const buildPlayers = ({ players, hasSignings = true }: SeasonData): SeasonTable => ({
	name: "players",
	noun: "player",
	keys: ["id"],
	columns: PLAYER_COLUMNS,
	keptWhenEmpty: ["provider_id"],
	groups: [["first_name", "last_name"]],
	reportsOutOfScope: true,
	// Players who came during the season are in signings.csv, which a folder need not have.
	isInScope: ({ from_round }) => from_round === 1 || hasSignings,
	rows: players.map((player) => ({
		id: player.id,
		first_name: player.firstName,
		last_name: player.lastName,
		squad_id: player.squadId,
		positions: player.positions,
		birthday: player.birthday,
		from_round: player.fromRound,
		provider_id: player.providerId ?? null,
	})),
});

const buildPrices = ({ players, rules }: SeasonData): SeasonTable => ({
	name: "player_prices",
	noun: "opening price",
	keys: ["player_id", "round_id"],
	columns: ["player_id", "round_id", "price"],
	matchBy: ["player_id"],
	// Opening prices are removed only with their player.
	isInScope: () => false,
	rows: players.map((player) => ({
		player_id: player.id,
		round_id: player.fromRound,
		price: player.openingPrice ?? rules.floorPrice,
	})),
});

function buildMatches({ matches }: SeasonData, matchIdsWithStats: ReadonlySet<number>): SeasonTable {
	const getStatus = (id: number, hasResult: boolean) => {
		if (hasResult) return "complete";
		return matchIdsWithStats.has(id) ? "playing" : null;
	};
	return {
		name: "matches",
		noun: "match",
		keys: ["id"],
		columns: MATCH_COLUMNS,
		keptWhenEmpty: ["status", "home_score", "away_score", "provider_id"],
		defaultsWhenEmpty: { status: "scheduled" },
		groups: [
			["round_id", "starts_at", "venue", "time_zone"],
			["status", "home_score", "away_score"],
		],
		rows: matches.map((match) => ({
			id: match.id,
			round_id: match.roundId,
			home_squad_id: match.homeSquadId,
			away_squad_id: match.awaySquadId,
			starts_at: formatIsoTime(match.startsAt),
			venue: match.venue,
			time_zone: match.timeZone ?? "",
			status: getStatus(match.id, match.homeScore !== null),
			home_score: match.homeScore,
			away_score: match.awayScore,
			provider_id: match.providerId,
		})),
	};
}

const buildStatLines = ({ stats }: SeasonData, matchIdsWithStats: ReadonlySet<number>): SeasonTable => ({
	name: "stat_lines",
	noun: "stat line",
	keys: ["match_id", "player_id"],
	columns: ["match_id", "player_id", ...STAT_COLUMNS],
	// A stats file may hold only some rounds.
	isInScope: ({ match_id }) => matchIdsWithStats.has(Number(match_id)),
	groups: [STAT_COLUMNS],
	rows: stats.map(({ matchId, playerId, squadId, line }) => ({
		match_id: matchId,
		player_id: playerId,
		squad_id: squadId,
		...buildStatColumns(line),
		tog: line.TOG,
		other: line.other ?? {},
	})),
});

/** Builds the tables of a season, parents before children. */
export function buildSeasonTables(season: SeasonData): readonly SeasonTable[] {
	const matchIdsWithStats = new Set(season.stats.map(({ matchId }) => matchId));
	return [
		buildSquads(season),
		{ name: "rounds", noun: "round", keys: ["id"], columns: ["id"], rows: season.rounds.map((id) => ({ id })) },
		buildPlayers(season),
		buildPrices(season),
		buildMatches(season, matchIdsWithStats),
		buildStatLines(season, matchIdsWithStats),
	];
}

/** Builds the season's row, with its name and a column for each rule. */
export function buildSeasonRowTable({ id, name, rules }: Pick<SeasonData, "id" | "name" | "rules">): SeasonTable {
	const row = buildSeasonRow(id, name, rules);
	return { name: "seasons", noun: "rule", keys: ["id"], columns: Object.keys(row), rows: [row] };
}

export const buildSeasonRow = (id: number, name: string, rules: SeasonRules): TableRow => ({
	id,
	name,
	...(JSON.parse(JSON.stringify(rules)) as TableRow),
});
