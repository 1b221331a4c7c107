import type { SuccessOf } from "@first-bounce/contract/call";
import type { listFreeAgents as listCall } from "@first-bounce/contract/draft/draft";
import { createPlayerCheck, listFreePlayers, listSquads } from "@first-bounce/rules/draft/check-pick";
import { countByLine, rankFreePlayers } from "@first-bounce/rules/draft/player-values";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import type { LeagueServices } from "../league-row.ts";
import { getLeagueForMember } from "../service.ts";
import { listDraftPlayers } from "./draft-players.ts";
import { findDraft, listOwners, listPicks, listSeats } from "./queries.ts";
import { findOwnSeat } from "./room.ts";

const round = (points: number): number => Math.round(points * 10) / 10;

/** Lists the players whom nobody in a draft league owns, best first, and whether the caller's team may take each. */
export async function listFreeAgents(
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
): Promise<SuccessOf<typeof listCall>> {
	const { db, seasons } = services;
	await getLeagueForMember(services, userId, leagueId);
	const draft = await findDraft(db, leagueId);
	if (!draft) throw refuse(404, "draft-unknown");
	const seats = await listSeats(db, leagueId);
	const isComplete = draft.state === "complete";
	const owners = isComplete ? await listOwners(db, leagueId) : [];
	const picks = isComplete ? [] : await listPicks(db, leagueId);
	const owned = new Set(owners.map(({ playerId }) => playerId));
	const players = listDraftPlayers(seasons.current(), picks);
	const free = listFreePlayers(picks, players).filter(({ id }) => !owned.has(id));
	const squads = [...listSquads({ picks, players }).values()];
	const context = { teams: seats.length, pickedByLine: countByLine(squads.flat()) };
	const own = findOwnSeat(seats, userId);
	const check =
		own && picks.length > 0 ? createPlayerCheck({ picks, players, rules: draft.squad }, own.team_id) : () => null;
	const byId = new Map(free.map((player) => [player.id, player]));
	return {
		version: draft.version,
		players: rankFreePlayers(free, context, draft.squad).flatMap(({ playerId, value }) => {
			const player = byId.get(playerId);
			if (!player) return [];
			const projectedPoints = round(player.points);
			const unowned = { state: "free" as const, until: null, reason: null, isLocked: false, restrictedTo: null };
			return [{ playerId, ...unowned, projectedPoints, value: round(value), problem: check(player) }];
		}),
	};
}
