import { canCompleteSquads } from "@first-bounce/rules/draft/complete-squads";
import type { DraftProblem } from "@first-bounce/rules/draft/draft-problems";
import { buildKeeperBoard, chooseKeepers, type PreparedPick } from "@first-bounce/rules/draft/keepers";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { Db } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { insertLeagueEvent } from "../../activity/queries.ts";
import type { LeagueRow } from "../../league-row.ts";
import { deleteMember } from "../../members/queries.ts";
import { findDraftPlayer, listDraftPlayers } from "../draft-players.ts";
import { type LockedDraft, loadRoom, type Room, saveChange } from "../room.ts";
import { leaveDraft } from "../teams.ts";
import { getKeeperDeadline, isContinued } from "./keeper-deadline.ts";
import { loadKeepers, placeAllKeepers, rankAllPlayers } from "./load-keepers.ts";

/** Whether the choice of keepers is over, so that everybody sees it. */
export const areKeepersClosed = ({ draft }: Pick<Room, "draft">): boolean => draft.keepers_closed_at !== null;

/** Checks whether the keepers leave enough players for the other teams. */
function findMissingPlayers(
	{ draft, seats }: Room,
	league: Pick<LeagueRow, "size">,
	season: SeasonSnapshot,
): DraftProblem[] {
	const players = listDraftPlayers(season, []);
	const kept = new Set(seats.flatMap(({ keepers }) => keepers ?? []));
	const squads = Array.from({ length: league.size }, (_, index) =>
		(seats[index]?.keepers ?? []).flatMap((id) => findDraftPlayer(season, id) ?? []),
	);
	const free = players.filter(({ id }) => !kept.has(id));
	if (canCompleteSquads(squads, free, draft.squad)) return [];
	return [
		{ code: "players-missing", line: null, needed: league.size * getSquadSize(draft.squad), known: players.length },
	];
}

/** Lists why the squads of last season keep a draft from starting now. */
export async function listKeeperProblems(
	db: Db,
	room: Room,
	league: Pick<LeagueRow, "size">,
	{ season, wallNow }: { readonly season: SeasonSnapshot; readonly wallNow: number },
): Promise<DraftProblem[]> {
	const { draft, seats } = room;
	if (!isContinued(draft, seats)) return [];
	const problems: DraftProblem[] = [];
	const deadline = getKeeperDeadline(draft);
	if (!areKeepersClosed(room) && deadline !== null && deadline.getTime() > wallNow)
		problems.push({ code: "keepers-open", until: deadline.toISOString() });
	const keepers = await loadKeepers(db, room, season);
	const waiting = keepers.squadPlayers.filter(({ isWaiting }) => isWaiting).length;
	if (waiting > 0) problems.push({ code: "players-unmatched", count: waiting });
	if (!areKeepersClosed(room)) return problems;
	return [...problems, ...placeAllKeepers(keepers, room).refused, ...findMissingPlayers(room, league, season)];
}

/** Removes the managers who have not confirmed that they play on. The commissioner stays. */
async function vacateUnconfirmed(locked: LockedDraft): Promise<Room> {
	const { trx, league } = locked;
	let { room } = locked;
	for (const { user_id: userId, team_id: teamId, is_confirmed } of locked.room.seats) {
		if (userId === null || is_confirmed || userId === league.commissioner_id) continue;
		await deleteMember(trx, league.id, userId);
		await leaveDraft({ ...locked, room }, userId, teamId);
		await insertLeagueEvent(trx, league.id, "left", userId);
		room = await loadRoom(trx, league.id);
	}
	return room;
}

/**
 * Ends the choice of keepers: unconfirmed places become vacant, and teams that have not chosen get the keepers that the rules
 * choose. It does not end while an operator still has to match players to this season's list, because nobody is dropped or
 * guessed. Does nothing the second time.
 *
 * @returns the room as it is then
 */
export async function closeKeepers(locked: LockedDraft): Promise<Room> {
	const { trx, season, wallNow } = locked;
	if (!isContinued(locked.room.draft, locked.room.seats) || areKeepersClosed(locked.room)) return locked.room;
	const keepers = await loadKeepers(trx, locked.room, season);
	if (keepers.squadPlayers.some(({ isWaiting }) => isWaiting)) return locked.room;
	const room = await vacateUnconfirmed(locked);
	const ranking = rankAllPlayers(room, season);
	const choose = (teamId: number) => chooseKeepers(keepers.getTeam(teamId), ranking, keepers.rules, room.draft.squad);
	const seats = room.seats.flatMap(({ team_id: teamId, keepers: chosen }) =>
		chosen === null ? [{ teamId, changes: { keepers: choose(teamId) } }] : [],
	);
	return saveChange(
		{ ...locked, room },
		{
			draft: { keepers_closed_at: new Date(wallNow) },
			seats,
			log: [{ action: "keepers-closed", userId: null, data: { count: seats.length } }],
		},
	);
}

/** Builds the board that a draft begins with: traded picks with their owners, and those of keepers filled. */
export async function buildOpeningBoard(locked: LockedDraft): Promise<PreparedPick[]> {
	const keepers = await loadKeepers(locked.trx, locked.room, locked.season);
	const { placed } = placeAllKeepers(keepers, locked.room);
	const carried = locked.room.seats.flatMap(({ team_id }) => keepers.getTeam(team_id).squad);
	return buildKeeperBoard(keepers.turns, placed, carried);
}
