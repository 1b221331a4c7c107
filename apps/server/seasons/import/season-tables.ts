import { openingPrice } from "@first-bounce/rules/prices/outlook";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { SeasonData } from "./season-data.ts";

export type Cell = string | number | boolean | null | readonly string[] | Readonly<Record<string, number>>;
export type TableRow = Readonly<Record<string, Cell>>;

/** The rows of one table that a season consists of; `keys` tell them apart within the season. */
export interface SeasonTable {
	readonly name: "squads" | "rounds" | "players" | "player_prices" | "matches" | "stat_lines";
	/** What one row is called in a report. */
	readonly noun: string;
	readonly keys: readonly string[];
	readonly rows: readonly TableRow[];
	/** Columns that a file with nothing to say leaves as they are. */
	readonly keptWhenEmpty?: readonly string[];
}

const iso = (time: number): string => new Date(time).toISOString();

/** A season as rows, parents before children. */
export function seasonTables(season: SeasonData): readonly SeasonTable[] {
	const { rules } = season;
	const withStats = new Set(season.stats.map(({ matchId }) => matchId));
	const statusOf = (id: number, hasResult: boolean) => {
		if (hasResult) return "complete";
		return withStats.has(id) ? "playing" : null;
	};
	return [
		{
			name: "squads",
			noun: "squad",
			keys: ["id"],
			keptWhenEmpty: ["provider_id"],
			rows: season.squads.map(({ id, name, abbreviation, providerId = null }) => ({
				...{ id, name, abbreviation, provider_id: providerId },
			})),
		},
		{ name: "rounds", noun: "round", keys: ["id"], rows: season.rounds.map((id) => ({ id })) },
		{
			name: "players",
			noun: "player",
			keys: ["id"],
			keptWhenEmpty: ["provider_id"],
			rows: season.players.map((player) => ({
				id: player.id,
				first_name: player.firstName,
				last_name: player.lastName,
				squad_id: player.squadId,
				positions: player.positions,
				birthday: player.birthday,
				from_round: player.fromRound,
				provider_id: player.providerId ?? null,
			})),
		},
		{
			name: "player_prices",
			noun: "opening price",
			keys: ["player_id", "round_id"],
			rows: season.players.map((player) => ({
				player_id: player.id,
				round_id: player.fromRound,
				price: player.openingPrice ?? openingPrice(null, rules.prices.openingMagicNumber, rules),
			})),
		},
		{
			name: "matches",
			noun: "match",
			keys: ["id"],
			keptWhenEmpty: ["status", "home_score", "away_score", "provider_id"],
			rows: season.matches.map((match) => ({
				id: match.id,
				round_id: match.roundId,
				home_squad_id: match.homeSquadId,
				away_squad_id: match.awaySquadId,
				starts_at: iso(match.startsAt),
				venue: match.venue,
				time_zone: match.timeZone ?? "",
				status: statusOf(match.id, match.homeScore !== null),
				home_score: match.homeScore,
				away_score: match.awayScore,
				provider_id: match.providerId,
			})),
		},
		{
			name: "stat_lines",
			noun: "stat line",
			keys: ["match_id", "player_id"],
			rows: season.stats.map(({ matchId, playerId, squadId, line }) => ({
				match_id: matchId,
				player_id: playerId,
				squad_id: squadId,
				kicks: line.K,
				handballs: line.H,
				marks: line.M,
				tackles: line.T,
				frees_for: line.FF,
				frees_against: line.FA,
				hitouts: line.HO,
				goals: line.G,
				behinds: line.B,
				tog: line.TOG,
				other: line.other ?? {},
			})),
		},
	];
}

/**
 * The rows that the database holds now, of the columns that a file speaks of. Of prices only those a player came
 * into the pool with: later ones are the rounds' to publish.
 */
export async function storedRows(db: Kysely<Tables>, seasonId: number, table: SeasonTable): Promise<TableRow[]> {
	const columns = sql.join(columnsOf(table).map((column) => sql.ref(`stored.${column}`)));
	const opening =
		table.name === "player_prices"
			? sql`JOIN players AS player ON player.season_id = stored.season_id AND player.id = stored.player_id
				AND stored.round_id = player.from_round`
			: sql``;
	const { rows } = await sql<Record<string, Cell | Date>>`
		SELECT ${columns} FROM ${sql.table(table.name)} AS stored ${opening} WHERE stored.season_id = ${seasonId}
	`.execute(db);
	return rows.map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([column, value]) => [column, value instanceof Date ? value.toISOString() : value]),
		),
	);
}

/** The columns that files fill, without the season's id. */
export const columnsOf = ({ rows, keys }: SeasonTable): readonly string[] =>
	Object.keys(rows[0] ?? {}).length > 0 ? Object.keys(rows[0] ?? {}) : keys;
