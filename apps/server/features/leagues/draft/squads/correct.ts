import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../../plugins/refusal.ts";
import { requireRight } from "../../members/league-transaction.ts";
import { type DraftServices, findOwnSeat } from "../room.ts";
import { withSettledSquads } from "../settle.ts";
import { changeSquads, type LockedSquads, type SquadMove } from "./change-squads.ts";
import { type ChangeAuthor, notifyChangedTeams } from "./notify-changes.ts";
import { getTransaction } from "./transactions.ts";

export interface CorrectionMove {
	readonly playerId: PlayerId;
	/** Null for none. */
	readonly toTeamId: TeamId | null;
}

/** Builds the moves of a correction; refuses unknown teams and players who are where they should be. */
function buildMoves({ seats, season, squads }: LockedSquads, moves: readonly CorrectionMove[]): SquadMove[] {
	const teamIds = seats.map(({ team_id }) => team_id);
	return moves.map(({ playerId, toTeamId }) => {
		const fromTeamId = squads.owners.get(playerId) ?? null;
		if (toTeamId !== null && !teamIds.includes(toTeamId)) throw refuse(404, "team-unknown");
		if (fromTeamId === toTeamId)
			throw refuse(422, "correct-nothing", { name: season.players.get(playerId)?.name ?? String(playerId) });
		return { playerId, fromTeamId, toTeamId, kind: "corrected" };
	});
}

/** Moves players where they belong, and says so in the log. Squads stay legal, and locked players where they are. */
export async function applyCorrection(
	locked: LockedSquads,
	moves: readonly CorrectionMove[],
	by: ChangeAuthor,
): Promise<string> {
	const built = buildMoves(locked, moves);
	const teamIds = new Set(
		built.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId]).filter((id) => id !== null),
	);
	// It is about one team, or about none in particular.
	const [teamId = null] = teamIds.size === 1 ? teamIds : [];
	const { id } = await changeSquads(locked, { kind: "correction", teamId, ...by }, built);
	await notifyChangedTeams(locked, { changeId: id, what: "done" }, [...teamIds], by);
	return id;
}

/** Corrects squads for the one who runs the league. Nobody does it for her own team. */
export const correctSquads = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	{ moves, reason }: { readonly moves: readonly CorrectionMove[]; readonly reason: string },
): Promise<DraftTransaction> =>
	withSettledSquads(services, leagueId, userId, async (locked) => {
		requireRight(locked.league, "runDraft");
		const ownTeamId = findOwnSeat(locked.seats, userId)?.team_id;
		const isOwn = buildMoves(locked, moves).some(
			({ fromTeamId, toTeamId }) => ownTeamId !== undefined && [fromTeamId, toTeamId].includes(ownTeamId),
		);
		if (isOwn) throw refuse(409, "correct-own");
		const id = await applyCorrection(locked, moves, { userId, reason });
		return getTransaction(locked.trx, leagueId, id);
	});
