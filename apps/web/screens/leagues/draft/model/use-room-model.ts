import { useMemo } from "react";
import type { Draft } from "../use-draft.ts";
import { buildRoomModel, type RoomModel } from "./draft-room.ts";

/** The model of a draft. It stays the same object as long as polls bring nothing new. */
export function useRoomModel({ board, league }: Draft): RoomModel {
	const { completedPicks, futurePicks, seats, draftStatus } = board;
	const { myTeamId } = league;
	return useMemo(
		() => buildRoomModel({ completedPicks, futurePicks, seats, draftStatus }, myTeamId),
		[completedPicks, futurePicks, seats, draftStatus, myTeamId],
	);
}
