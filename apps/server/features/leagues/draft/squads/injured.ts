import type { BodyOf } from "@first-bounce/contract/call";
import type { putInInjuredPlace as putCall } from "@first-bounce/contract/draft/squads";
import { isOutInjured } from "@first-bounce/rules/draft/injured-place";
import type { PlayerId } from "@first-bounce/rules/ids";
import { refuse } from "../../../../plugins/refusal.ts";
import { requireOwnSeat } from "../room.ts";
import { defineSquadAction } from "../settle.ts";
import { requireDroppable } from "./free-agency.ts";
import type { SquadMove } from "./queries.ts";
import { saveTransaction } from "./transactions.ts";

/** Puts an injured player of the caller's squad in its injured place. */
export const putInInjuredPlace = defineSquadAction(async (locked, userId, { playerId }: BodyOf<typeof putCall>) => {
	const { team_id: teamId } = requireOwnSeat(locked.seats, userId);
	const { draft, season, squads } = locked;
	if (!draft.has_injured_place) throw refuse(409, "injured-place-none");
	const name = season.players.get(playerId)?.name ?? "";
	if (squads.owners.get(playerId) !== teamId) throw refuse(409, "squad-player-moved", { name, playerId });
	const injuredId = squads.injured.get(teamId);
	if (injuredId !== undefined)
		throw refuse(409, "injured-place-taken", { name: season.players.get(injuredId)?.name ?? "" });
	const status = season.players.get(playerId)?.status;
	if (!status || !isOutInjured(status)) throw refuse(422, "injured-place-fit", { name });
	const data = { injuredPlayerId: playerId };
	const change = { kind: "injured", userId, teamId, data, injured: [{ teamId, playerId }] } as const;
	return saveTransaction(locked, change, []);
});

/** Brings the player in the caller's injured place back to the squad, and drops the player `dropId` unless it is null. */
export const bringBackFromInjury = defineSquadAction(
	async (locked, userId, { dropId }: { readonly dropId: PlayerId | null }) => {
		const { team_id: teamId } = requireOwnSeat(locked.seats, userId);
		const playerId = locked.squads.injured.get(teamId);
		if (playerId === undefined) throw refuse(409, "injured-place-empty");
		if (dropId !== null) requireDroppable(locked, dropId);
		const drop: SquadMove[] =
			dropId === null ? [] : [{ playerId: dropId, fromTeamId: teamId, toTeamId: null, kind: "dropped" }];
		const data = { injuredPlayerId: playerId };
		const injured = dropId === playerId ? [] : [{ teamId, playerId: null }];
		return saveTransaction(locked, { kind: "back", userId, teamId, data, injured }, drop);
	},
);
