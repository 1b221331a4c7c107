import type { SuccessOf } from "@first-bounce/contract/call";
import type { DraftTransaction, listTransactions as listCall } from "@first-bounce/contract/draft/waivers";
import type { PlayerMove } from "@first-bounce/rules/draft/squad-moves";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { listRows } from "../../../../db/rows.ts";
import type { Db, OptionalRow, Row } from "../../../../db/tables/tables.ts";
import { buildPerson, getReadableDraft, type ReadServices } from "../seat-view.ts";
import { changeSquads, type LockedSquads } from "./change-squads.ts";
import type { SquadChange, SquadMove } from "./queries.ts";

type MoveRow = Row<"player_moves", "player_id" | "from_team_id" | "to_team_id" | "kind">;
export type ChangeRow = Omit<Row<"squad_changes">, "data"> &
	OptionalRow<"users", "team_name" | "is_active" | "avatar_version"> & {
		readonly data: {
			readonly bid?: number;
			readonly runRoundId?: number;
			readonly run?: "first" | "second";
			readonly isOperator?: boolean;
			readonly injuredPlayerId?: number;
			/** The trade that was made. */
			readonly tradeId?: number;
			/** The moves of a correction on which managers still vote. */
			readonly proposedMoves?: readonly PlayerMove[];
			/** Whether the team of the manager who undid it had claimed its player. */
			readonly hadClaim?: boolean;
			readonly votes?: number;
		};
		readonly moves: readonly MoveRow[];
	};

/** More than a league makes between two locks. */
const MAX_LATER_CHANGES = 2_000;

/** Lists changes of a league's squads, the newest first: the changes before an id, the change with it, or later changes. */
async function listChanges(
	db: Db,
	leagueId: number,
	query: {
		readonly before?: string | undefined;
		readonly id?: string;
		readonly since?: string;
		readonly limit: number;
	},
): Promise<readonly ChangeRow[]> {
	const { before, id, since, limit } = query;
	return listRows(db)<ChangeRow>`
		SELECT c.*, u.team_name, u.is_active, u.avatar_version,
			(SELECT coalesce(json_agg(json_build_object('player_id', m.player_id, 'from_team_id', m.from_team_id,
				'to_team_id', m.to_team_id, 'kind', m.kind) ORDER BY m.id), '[]') FROM player_moves m WHERE m.change_id = c.id) AS moves
		FROM squad_changes c LEFT JOIN users u ON u.id = c.user_id
		WHERE c.league_id = ${leagueId} ${before === undefined ? sql`` : sql`AND c.id < ${before}`}
			${id === undefined ? sql`` : sql`AND c.id = ${id}`}
			${since === undefined ? sql`` : sql`AND c.id >= ${since}`}
		ORDER BY c.id DESC LIMIT ${limit}`;
}

function buildMove({ player_id, from_team_id, to_team_id, kind }: MoveRow): DraftTransaction["moves"] {
	// Picks of the draft and resets do not belong to a change.
	if (kind === "drafted" || kind === "reset") return [];
	return [{ playerId: player_id, fromTeamId: from_team_id, toTeamId: to_team_id, kind }];
}

export function buildTransaction(row: ChangeRow): DraftTransaction {
	const { data } = row;
	return {
		id: String(row.id),
		kind: row.kind,
		at: row.at.toISOString(),
		seasonTime: row.season_at.toISOString(),
		roundId: row.round_id,
		teamId: row.team_id,
		person: buildPerson(row.user_id, row),
		isOperator: data.isOperator ?? false,
		reason: row.reason,
		moves: row.moves.flatMap(buildMove),
		injuredPlayerId: data.injuredPlayerId ?? null,
		bid: data.bid ?? null,
		run: data.run ?? null,
		...(data.proposedMoves ? { proposedMoves: [...data.proposedMoves] } : {}),
		...(data.hadClaim ? { hadClaim: true } : {}),
		...(data.votes === undefined ? {} : { votes: data.votes }),
		undoneBy: row.undone_by === null ? null : String(row.undone_by),
	};
}

/** Lists a change of a league's squads and those after it, in order. */
export const listChangesSince = async (db: Db, leagueId: number, id: string): Promise<readonly ChangeRow[]> =>
	(await listChanges(db, leagueId, { since: id, limit: MAX_LATER_CHANGES })).toReversed();

/** Lists the last changes of a league's squads, the newest first. */
export const listLastChanges = (db: Db, leagueId: number, limit: number): Promise<readonly ChangeRow[]> =>
	listChanges(db, leagueId, { limit });

/** Gets a change of squads that was just saved. */
export async function getTransaction(db: Db, leagueId: number, id: string): Promise<DraftTransaction> {
	const [row] = await listChanges(db, leagueId, { id, limit: 1 });
	if (!row) throw new Error(`Change ${id} of league ${leagueId} is missing`);
	return buildTransaction(row);
}

/** Changes squads, and returns the change as the API shows it. */
export async function saveTransaction(
	locked: LockedSquads,
	change: SquadChange,
	moves: readonly SquadMove[],
): Promise<{ transaction: DraftTransaction }> {
	const { id } = await changeSquads(locked, change, moves);
	return { transaction: await getTransaction(locked.trx, locked.league.id, id) };
}

interface Departed extends OptionalRow<"users", "team_name" | "is_active" | "avatar_version"> {
	readonly teamId: TeamId;
	readonly userId: UserId | null;
	readonly at: Date;
}

/** Lists the managers who have left teams of a league, the earliest first. */
const listDeparted = (db: Db, leagueId: number): Promise<readonly Departed[]> =>
	listRows(db)<Departed>`
		SELECT (g.data->>'teamId')::int AS "teamId", g.user_id AS "userId", g.at, u.team_name, u.is_active, u.avatar_version
		FROM draft_log g LEFT JOIN users u ON u.id = g.user_id
		WHERE g.league_id = ${leagueId} AND g.action = 'left' ORDER BY g.id`;

/** Finds who managed the teams of an entry at its time, if somebody else does now: the entry shows the present names of teams. */
function findFormerManagers({ at, teamId, moves }: DraftTransaction, departed: readonly Departed[]) {
	const teamIds = new Set([teamId, ...moves.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId])]);
	const former = [...teamIds].flatMap((id) => {
		const next = departed.find((row) => row.teamId === id && row.at.getTime() >= Date.parse(at));
		const person = next ? buildPerson(next.userId, next) : null;
		return next && person?.teamName ? [{ teamId: next.teamId, person }] : [];
	});
	return former.length > 0 ? { formerManagers: former } : {};
}

/** Lists who came, went and moved in a league, the newest first, for all who may read it. */
export async function listTransactions(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
	{ before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<SuccessOf<typeof listCall>> {
	await getReadableDraft(services, userId, leagueId);
	const rows = await listChanges(services.db, leagueId, { before, limit: limit + 1 });
	const departed = await listDeparted(services.db, leagueId);
	const transactions = rows
		.slice(0, limit)
		.map(buildTransaction)
		.map((transaction) => ({ ...transaction, ...findFormerManagers(transaction, departed) }));
	return { transactions, next: rows.length > limit ? (transactions.at(-1)?.id ?? null) : null };
}
