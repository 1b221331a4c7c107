import type { SuccessOf } from "@first-bounce/contract/call";
import type { FreeAgent, listFreeAgents as listCall } from "@first-bounce/contract/draft/draft";
import { createPlayerCheck, listFreePlayers, listSquads } from "@first-bounce/rules/draft/check-pick";
import { cacheByPositions, countPlaced } from "@first-bounce/rules/draft/complete-squads";
import { countByLine, type PlayerWithSeasonPoints, rankFreePlayers } from "@first-bounce/rules/draft/player-values";
import { getSquadSize, type SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { roundToTenth } from "@first-bounce/rules/numbers";
import type { Db } from "../../../db/tables/tables.ts";
import type { LeagueServices } from "../league-row.ts";
import { findDraftPlayer, listDraftPlayers } from "./draft-players.ts";
import { type DraftRow, listOwners, listPicks, type SeatRow } from "./queries.ts";
import { findOwnSeat } from "./room.ts";
import { buildDraftedLeague, type DraftedLeague, getMemberDraft } from "./seat-view.ts";
import { loadWaivers } from "./waivers/waivers.ts";

type FreeAgents = SuccessOf<typeof listCall>;
/** What is known of a free player beside her value. */
type Details = Omit<FreeAgent, "playerId" | "projectedPoints" | "value">;

const DRAFTABLE = { state: "free", until: null, reason: null, isLocked: false, restrictedTo: null } as const;

/** Lists players by value, with the details of each. */
function buildList(
	{ version, squad }: DraftRow,
	free: readonly PlayerWithSeasonPoints[],
	context: Parameters<typeof rankFreePlayers>[1],
	getDetails: (player: PlayerWithSeasonPoints) => Details,
): FreeAgents {
	const byId = new Map(free.map((player) => [player.id, player]));
	return {
		version,
		players: rankFreePlayers(free, context, squad).flatMap(({ playerId, value }) => {
			const player = byId.get(playerId);
			if (!player) return [];
			return [
				{ playerId, ...getDetails(player), projectedPoints: roundToTenth(player.points), value: roundToTenth(value) },
			];
		}),
	};
}

/** Lists the players whom nobody has drafted yet. */
async function listDraftable(
	{ db, seasons }: Pick<LeagueServices, "db" | "seasons">,
	{ draft, seats }: Pick<DraftedLeague, "draft" | "seats">,
	own: SeatRow | undefined,
): Promise<FreeAgents> {
	const picks = await listPicks(db, draft.league_id);
	const players = listDraftPlayers(seasons.current(), picks);
	const free = listFreePlayers(picks, players);
	const squads = [...listSquads({ picks, players }).values()];
	const context = { teams: seats.length, pickedByLine: countByLine(squads.flat()) };
	const check =
		own && picks.length > 0 ? createPlayerCheck({ picks, players, rules: draft.squad }, own.team_id) : () => null;
	return buildList(draft, free, context, (player) => ({ ...DRAFTABLE, problem: check(player) }));
}

/** Returns a check of whether a team has a place for a player. Players with the same positions are checked once. */
function createPlaceCheck(squad: readonly PlayerWithSeasonPoints[], rules: SquadRules) {
	const placed = countPlaced(squad, rules);
	return cacheByPositions((player): Details["problem"] => {
		if (squad.length >= getSquadSize(rules)) return "squad-full";
		return countPlaced([...squad, player], rules) > placed ? null : "position-full";
	});
}

/** Lists the players whom nobody owns after the draft, with their states under the waiver rules. */
async function listUnowned(db: Db, drafted: DraftedLeague, own: SeatRow | undefined): Promise<FreeAgents> {
	const { league, draft, seats, season, isLocked } = drafted;
	const owners = new Map((await listOwners(db, league.id)).map(({ playerId, teamId }) => [playerId, teamId]));
	const { getState } = await loadWaivers(db, drafted);
	const listSquad = (isIn: (playerId: PlayerId, teamId: TeamId) => boolean) =>
		[...owners].flatMap(([playerId, teamId]) =>
			isIn(playerId, teamId) ? (findDraftPlayer(season, playerId) ?? []) : [],
		);
	const context = { teams: seats.length, pickedByLine: countByLine(listSquad(() => true)) };
	const squad = listSquad((playerId, teamId) => teamId === own?.team_id && playerId !== own.injured_player_id);
	const checkPlace = own ? createPlaceCheck(squad, draft.squad) : () => null;
	const teamIds = seats.map(({ team_id }) => team_id);
	const free = listDraftPlayers(season, []).filter(({ id }) => !owners.has(id));
	return buildList(draft, free, context, (player) => {
		const fromRound = season.players.get(player.id)?.fromRound ?? 1;
		const { state, until, reason, barredTeamId } = getState({ id: player.id, fromRound });
		return {
			state,
			until: until === null ? null : new Date(until).toISOString(),
			reason,
			isLocked: isLocked(player.id),
			restrictedTo: barredTeamId === null ? null : teamIds.filter((teamId) => teamId !== barredTeamId),
			problem: checkPlace(player),
		};
	});
}

/** Lists the players whom nobody in a draft league owns, best first, and whether the caller's team may take each. */
export async function listFreeAgents(services: LeagueServices, userId: UserId, leagueId: number): Promise<FreeAgents> {
	const member = await getMemberDraft(services, userId, leagueId);
	const own = findOwnSeat(member.seats, userId);
	return member.draft.state === "complete"
		? listUnowned(services.db, buildDraftedLeague(services, member), own)
		: listDraftable(services, member, own);
}
