import type { SuccessOf } from "@first-bounce/contract/call";
import type { showPastDraft } from "@first-bounce/contract/leagues/past-leagues";
import type { PlayerId } from "@first-bounce/rules/ids";
import { listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { listOwners, selectLastReset } from "./queries.ts";
import { findRoom } from "./room-queries.ts";
import { buildTeam, sortSeats } from "./seat-view.ts";

type PastDraft = SuccessOf<typeof showPastDraft>;
type PastPlayer = PastDraft["players"][number];

/** Lists the moves of a league since its draft in their order; picks of the draft are on the board. */
async function listMoves(db: Db, leagueId: number): Promise<PastDraft["moves"]> {
	const rows = await listRows(db)<PastDraft["moves"][number] & { readonly time: Date }>`
		SELECT id::int AS id, player_id AS "playerId", from_team_id AS "fromTeamId", to_team_id AS "toTeamId", kind,
			round_id AS "roundId", at AS time
		FROM player_moves WHERE league_id = ${leagueId} AND id > ${selectLastReset(leagueId)} AND kind NOT IN ('drafted', 'kept')
		ORDER BY id`;
	return rows.map(({ time, ...move }) => ({ ...move, at: time.toISOString() }));
}

const listPlayers = (db: Db, seasonId: number, ids: readonly PlayerId[]): Promise<PastPlayer[]> =>
	listRows(db)<PastPlayer>`
		SELECT p.id AS "playerId", p.first_name || ' ' || p.last_name AS name, p.positions, s.abbreviation AS squad
		FROM players p JOIN squads s ON s.season_id = p.season_id AND s.id = p.squad_id
		WHERE p.season_id = ${seasonId} AND p.id = ANY (${ids}::int[]) ORDER BY p.id`;

/** Gets the draft board, the squads at the end and the moves of a league of a closed season. */
export async function getDraftArchive(
	db: Db,
	{ id, season_id: seasonId }: { readonly id: number; readonly season_id: number },
): Promise<PastDraft> {
	const room = await findRoom(db, id);
	if (!room) throw refuse(404, "draft-unknown");
	const { draft, picks, seats } = room;
	const owners = await listOwners(db, id);
	const moves = await listMoves(db, id);
	const playerIds = [
		...picks.flatMap(({ playerId }) => playerId ?? []),
		...owners.map(({ playerId }) => playerId),
		...moves.map(({ playerId }) => playerId),
	];
	return {
		format: draft.format,
		teams: sortSeats(draft, seats).map((seat) => ({
			...buildTeam(seat),
			playerIds: owners.filter(({ teamId }) => teamId === seat.team_id).map(({ playerId }) => playerId),
		})),
		picks: picks.map(({ overall, round, originalTeamId, teamId, playerId, kept_years: keptYears }) => ({
			overallPick: overall,
			round,
			originalTeamId,
			teamId,
			playerId,
			keptYears,
		})),
		moves,
		players: await listPlayers(db, seasonId, [...new Set(playerIds)]),
	};
}
