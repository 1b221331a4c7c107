import { showDraftTeams } from "@first-bounce/contract/draft/draft";
import { listWaiverRuns, saveClaims } from "@first-bounce/contract/draft/waivers";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import { settleLeagues } from "../../apps/server/features/leagues/draft/settle.ts";
import type { DraftRoom } from "./draft-leagues.ts";
import { rethrow } from "./failure.ts";
import type { LeagueManager } from "./league-managers.ts";
import type { TestApp } from "./test-app.ts";

/** Holds the waiver runs that are due, as the leader does every few seconds; returns in how many leagues. */
export const runWaiversOf = ({ database, seasons, clocks }: TestApp): Promise<number> =>
	settleLeagues({ db: database.db, seasons, clocks }, rethrow);

interface GivenClaim {
	readonly playerId: PlayerId;
	readonly dropId?: PlayerId | null;
	readonly bid?: number;
	readonly group?: number | null;
}

/** Makes all picks of a room's draft, with the best player each time. */
export async function finishRoom(room: DraftRoom): Promise<void> {
	while ((await room.getBoard()).draftStatus !== "complete") await room.pickNext();
}

/** Gets the players of a manager's squad, in the order in which they came. */
export async function getSquad({ id, teamIds, managers }: DraftRoom, manager: LeagueManager): Promise<PlayerId[]> {
	const { teams } = await manager.client(showDraftTeams, { params: { id } });
	return teams.find(({ teamId }) => teamId === teamIds[managers.indexOf(manager)])?.playerIds ?? [];
}

/** Lists the players of a line who are in no squad, and play there only. */
export async function listUnowned(room: DraftRoom, line: Line): Promise<PlayerId[]> {
	const teams = (await room.managers[0]?.client(showDraftTeams, { params: { id: room.id } }))?.teams ?? [];
	const owned = new Set(teams.flatMap(({ playerIds }) => playerIds));
	return room.app.season.players
		.filter(({ id, position }) => position.join() === line && !owned.has(id))
		.map(({ id }) => id);
}

export const claim = ({ id }: DraftRoom, { client }: LeagueManager, ...claims: readonly GivenClaim[]) =>
	client(saveClaims, { params: { id }, body: { claims: [...claims] } });

/** Lists the results of the newest run as a manager sees them. */
export async function listResults({ id }: DraftRoom, { client }: LeagueManager) {
	const { runs } = await client(listWaiverRuns, { params: { id } });
	return runs[0]?.results ?? [];
}
