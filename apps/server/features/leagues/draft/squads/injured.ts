import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import { isOutInjured } from "@first-bounce/rules/draft/injured-place";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../../plugins/refusal.ts";
import type { DraftServices } from "../room.ts";
import { withSettledSquads } from "../settle.ts";
import { changeSquads, type SquadMove } from "./change-squads.ts";
import { requireDroppable, requireOwnTeam } from "./free-agency.ts";
import { getTransaction } from "./transactions.ts";

/** Puts an injured player of the caller's squad in its injured place. */
export const putInInjuredPlace = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	playerId: PlayerId,
): Promise<DraftTransaction> =>
	withSettledSquads(services, leagueId, userId, async (locked) => {
		const teamId = requireOwnTeam(locked, userId);
		const { trx, draft, season, squads } = locked;
		if (!draft.has_injured_place) throw refuse(409, "injured-place-none");
		const name = season.players.get(playerId)?.name ?? "";
		if (squads.owners.get(playerId) !== teamId) throw refuse(409, "squad-player-moved", { name, playerId });
		const present = squads.injured.get(teamId);
		if (present !== undefined)
			throw refuse(409, "injured-place-taken", { name: season.players.get(present)?.name ?? "" });
		const status = season.players.get(playerId)?.status;
		if (!status || !isOutInjured(status)) throw refuse(422, "injured-place-fit", { name });
		const data = { injuredPlayerId: playerId };
		const change = { kind: "injured", userId, teamId, data, injured: [{ teamId, playerId }] } as const;
		const { id } = await changeSquads(locked, change, []);
		return getTransaction(trx, leagueId, id);
	});

/** Brings the player in the caller's injured place back to the squad, for another who is dropped if one is named. */
export const bringBackFromInjury = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	dropId: PlayerId | null,
): Promise<DraftTransaction> =>
	withSettledSquads(services, leagueId, userId, async (locked) => {
		const teamId = requireOwnTeam(locked, userId);
		const playerId = locked.squads.injured.get(teamId);
		if (playerId === undefined) throw refuse(409, "injured-place-empty");
		if (dropId !== null) requireDroppable(locked, dropId);
		const drop: SquadMove[] =
			dropId === null ? [] : [{ playerId: dropId, fromTeamId: teamId, toTeamId: null, kind: "dropped" }];
		const data = { injuredPlayerId: playerId };
		const injured = dropId === playerId ? [] : [{ teamId, playerId: null }];
		const { id } = await changeSquads(locked, { kind: "back", userId, teamId, data, injured }, drop);
		return getTransaction(locked.trx, leagueId, id);
	});
