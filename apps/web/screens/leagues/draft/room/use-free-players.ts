import type { SuccessOf } from "@first-bounce/contract/call";
import { listFreeAgents } from "@first-bounce/contract/draft/draft";
import type { DraftAction } from "@first-bounce/contract/draft/draft-board";
import { createPlayerCheck } from "@first-bounce/rules/draft/check-pick";
import { countByLine, type PlayerWithSeasonPoints, rankFreePlayers } from "@first-bounce/rules/draft/player-values";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useEffect, useMemo } from "react";
import type { Season } from "../../../../api/season-model.ts";
import { useQuietCall } from "../../../../api/use-quiet-call.ts";
import type { RoomModel } from "../model/draft-room.ts";
import type { Draft } from "../use-draft.ts";

interface FreePlayer extends PlayerWithSeasonPoints {
	/** Her place in the default ranking of free players, from 1. */
	readonly rank: number;
}

type FreeAgents = SuccessOf<typeof listFreeAgents>["players"];
interface Situation {
	readonly model: Pick<RoomModel, "picks" | "seats" | "pickByPlayer">;
	readonly season: Pick<Season, "playerById">;
	readonly squad: SquadRules;
}

/** Actions that may free players who were taken before. */
const FREEING: readonly DraftAction[] = ["undone", "reset", "started"];
const STALE_AFTER_MS = 300_000;

/** The projections of the free players. They are loaded rarely, because the board says who is still free. */
function useFreeAgents({ board }: Draft, isEnabled: boolean) {
	const result = useQuietCall(
		listFreeAgents,
		{ params: { id: board.leagueId } },
		{ enabled: isEnabled, staleTime: STALE_AFTER_MS },
	);
	const { refetch } = result;
	const freed = board.log.findLast(({ action }) => FREEING.includes(action))?.id;
	useEffect(() => {
		if (isEnabled && freed !== undefined) void refetch();
	}, [isEnabled, freed, refetch]);
	return result;
}

const listPicked = ({ model, season }: Situation) =>
	model.picks.flatMap(({ playerId }) => {
		const player = playerId === null ? undefined : season.playerById.get(playerId);
		return player ? [{ id: player.id, position: player.position }] : [];
	});

/** Ranks the players who are still free as autopick does. */
function rankFree(freeAgents: FreeAgents, situation: Situation): FreePlayer[] {
	const { model, season, squad } = situation;
	const free = freeAgents.flatMap(({ playerId, projectedPoints }): PlayerWithSeasonPoints[] => {
		const player = season.playerById.get(playerId);
		if (!player || model.pickByPlayer.has(playerId)) return [];
		return [{ id: playerId, position: player.position, points: projectedPoints }];
	});
	const byId = new Map(free.map((player) => [player.id, player]));
	const context = { teams: model.seats.length, pickedByLine: countByLine(listPicked(situation)) };
	return rankFreePlayers(free, context, squad).flatMap(({ playerId }, index) => {
		const player = byId.get(playerId);
		return player ? [{ ...player, rank: index + 1 }] : [];
	});
}

/** Why a team may not take a free player now, as the server decides; null if it may. */
export type PlayerProblem = ReturnType<ReturnType<typeof createPlayerCheck>>;

interface Options {
	readonly draft: Draft;
	readonly model: RoomModel;
	readonly season: Season;
	/** The team that picks; undefined for visitors. */
	readonly teamId: TeamId | undefined;
}

/** The free players, best first, and whether the team that picks may take each. */
export function useFreePlayers({ draft, model, season, teamId }: Options) {
	const freeAgents = useFreeAgents(draft, model.ownSeat !== null);
	const { squad } = draft.league;
	const players = freeAgents.data?.players;
	const free = useMemo(
		() => (players ? rankFree(players, { model, season, squad }) : []),
		[players, model, season, squad],
	);
	const byId = useMemo(() => new Map(free.map((player) => [player.id, player])), [free]);
	const getProblem = useMemo(() => {
		if (teamId === undefined) return () => null;
		const known = [...free, ...listPicked({ model, season, squad })];
		const check = createPlayerCheck({ picks: model.picks, players: known, rules: squad }, teamId);
		return (id: PlayerId): PlayerProblem => {
			const player = byId.get(id);
			return player ? check(player) : null;
		};
	}, [free, byId, model, season, squad, teamId]);
	return { freeAgents, free, byId, getProblem };
}
export type FreePlayers = ReturnType<typeof useFreePlayers>;
