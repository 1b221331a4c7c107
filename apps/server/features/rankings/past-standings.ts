import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { RankOrder } from "@first-bounce/rules/rankings/team-ranks";
import type { Pool } from "pg";
import type { RankedTeam, RankingPage, RankingRequest } from "./ranking-request.ts";

interface Row {
	readonly rank: number;
	readonly team_id: TeamId;
	readonly points: number;
	readonly round_rank: number;
	readonly total_points: number;
	readonly highest_points: number;
	readonly overall_rank: number;
	readonly team_value: number;
}

const ORDER_BY: Readonly<Record<RankOrder, string>> = {
	totalPoints: "s.overall_rank",
	roundPoints: "s.round_rank",
	avgPoints: "s.total_points::float8 / (s.round_id - t.start_round_id + 1) DESC, s.overall_rank",
};

const teamOf = (row: Row): RankedTeam => ({
	rank: row.rank,
	teamId: row.team_id,
	roundPoints: row.points,
	roundRank: row.round_rank,
	totalPoints: row.total_points,
	highestRoundPoints: row.highest_points,
	overallRank: row.overall_rank,
	teamValue: row.team_value,
});

/** A page of the rankings as at the end of a complete round, and a team's own place in the same set. */
export async function pastPage(
	pool: Pool,
	seasonId: number,
	roundId: RoundId,
	{ order, direction, squadId, state, from, limit }: RankingRequest,
	ownTeamId: TeamId | null,
): Promise<RankingPage> {
	const isFiltered = Boolean(squadId || state);
	// Everyone by a stored rank is a stretch of its index; any other set has to be numbered first.
	const isStored = !isFiltered && order !== "avgPoints";
	const ranked = isStored
		? `SELECT s.*, ${ORDER_BY[order]} AS rank FROM standings s WHERE s.season_id = $1 AND s.round_id = $2`
		: `SELECT s.*, row_number() OVER (ORDER BY ${ORDER_BY[order]})::int AS rank
			FROM standings s JOIN teams t ON t.id = s.team_id JOIN users u ON u.id = t.user_id
			WHERE s.season_id = $1 AND s.round_id = $2
				AND ($3::int IS NULL OR u.supported_squad_id = $3) AND ($4::text IS NULL OR u.state = $4)`;
	const set = isStored ? [seasonId, roundId] : [seasonId, roundId, squadId ?? null, state ?? null];
	const counted = await pool.query<{ total: number }>(`SELECT count(*) AS total FROM (${ranked}) AS ranked`, set);
	const total = counted.rows[0]?.total ?? 0;
	const first = direction === "asc" ? total - from - limit : from;
	const next = set.length;
	const between = `rank > $${next + 1} AND rank <= $${next + 2}`;
	const { rows } = await pool.query<Row>(
		isStored
			? `${ranked} AND ${between.replaceAll("rank", ORDER_BY[order])} UNION ALL ${ranked} AND s.team_id = $${next + 3}`
			: `SELECT * FROM (${ranked}) AS ranked WHERE (${between}) OR team_id = $${next + 3}`,
		[...set, Math.max(0, first), Math.max(0, first + limit), ownTeamId],
	);
	const own = rows.find((row) => row.team_id === ownTeamId);
	const page = new Map(
		rows.filter(({ rank }) => rank > first && rank <= first + limit).map((row) => [row.rank, teamOf(row)]),
	);
	const teams = [...page.values()].sort((a, b) => (direction === "asc" ? b.rank - a.rank : a.rank - b.rank));
	return { teams, own: own ? teamOf(own) : null, total };
}

/** One team's line of a complete round's standings; null where it has none. */
export async function pastStanding(pool: Pool, teamId: TeamId, roundId: RoundId): Promise<RankedTeam | null> {
	const { rows } = await pool.query<Row>(
		"SELECT *, overall_rank AS rank FROM standings WHERE team_id = $1 AND round_id = $2",
		[teamId, roundId],
	);
	return rows[0] ? teamOf(rows[0]) : null;
}
