import type { DraftBoard, DraftLogEntry, DraftSeat } from "@first-bounce/contract/draft/draft-board";
import { assignTeamColours, FALLBACK_COLOUR } from "@first-bounce/contract/draft/team-colours";
import {
	countPicksUntil,
	type DraftPick,
	findActivePick,
	listComingPicks,
	UNDOABLE_ACTIONS,
} from "@first-bounce/rules/draft/draft-board";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";

interface SeatLook {
	/** The colour that the team has everywhere in the room. */
	readonly shownColour: string;
	/** The team's place in the draft order, from 1. */
	readonly number: number;
}
export type RoomSeat = DraftSeat & SeatLook;

export interface RoomPick extends DraftPick {
	/** For how many years in a row her team has kept the player; 0 for a player who was drafted, and for an open pick. */
	readonly keptYears: number;
}

export function listSeats<Seat extends Pick<DraftSeat, "teamId" | "colour">>(
	seats: readonly Seat[],
): (Seat & SeatLook)[] {
	const colours = assignTeamColours(seats);
	return seats.map((seat, index) => ({
		...seat,
		shownColour: colours.get(seat.teamId) ?? FALLBACK_COLOUR,
		number: index + 1,
	}));
}

type BoardPicks = Pick<DraftBoard, "completedPicks" | "futurePicks">;
type ModelSource = BoardPicks & Pick<DraftBoard, "seats" | "draftStatus">;

/** The picks of a board in the shape that the rules expect. */
const listPicks = ({ completedPicks, futurePicks }: BoardPicks): RoomPick[] =>
	[...completedPicks, ...futurePicks.map((turn) => ({ ...turn, playerId: null, keptYears: 0 }))]
		.map(({ overallPick: overall, ...pick }) => ({ ...pick, overall }))
		.sort((a, b) => a.overall - b.overall);

/** Computes from the board what the room's parts show. Visitors have no team. */
export function buildRoomModel(board: ModelSource, ownTeamId: TeamId | null) {
	const picks = listPicks(board);
	const seats = listSeats(board.seats);
	const seatById = new Map(seats.map((seat) => [seat.teamId, seat]));
	const isRunning = board.draftStatus === "live" || board.draftStatus === "paused";
	const active = isRunning ? findActivePick(picks) : null;
	const ownSeat = ownTeamId === null ? null : (seatById.get(ownTeamId) ?? null);
	const picksUntil = ownSeat && isRunning ? countPicksUntil(picks, ownSeat.teamId) : null;
	const isLive = board.draftStatus === "live";
	return {
		picks,
		seats,
		seatById,
		/** The pick of every drafted player. */
		pickByPlayer: new Map<PlayerId, RoomPick>(
			picks.flatMap((pick) => (pick.playerId === null ? [] : [[pick.playerId, pick]])),
		),
		active,
		/** The picks that are still to be made, in their order. */
		comingPicks: isRunning ? listComingPicks(picks) : [],
		/** The viewer's team. */
		ownSeat,
		/** How many picks come before the viewer's next pick; null if she has no pick left. */
		picksUntil,
		isOwnTurn: isLive && picksUntil === 0,
		/** Her skipped picks that she may make at any time; empty while the draft is paused. */
		ownSkippedPicks: isLive
			? picks.filter((pick) => pick.isSkipped && pick.teamId === ownSeat?.teamId && pick.overall !== active?.overall)
			: [],
	};
}
export type RoomModel = ReturnType<typeof buildRoomModel>;

/** The place of a pick within its round, from 1. */
export const getPlaceInRound = ({ overall, round }: Pick<DraftPick, "overall" | "round">, teams: number): number =>
	overall - (round - 1) * teams;

/** Finds the action that an undo would undo: the last one that was not undone; null if there is none. */
export function findUndoable(log: readonly DraftLogEntry[]): DraftLogEntry | null {
	const done: DraftLogEntry[] = [];
	for (const entry of log) {
		if (entry.action === "started") done.length = 0;
		else if (entry.action === "undone") done.pop();
		else if (UNDOABLE_ACTIONS.some((action) => action === entry.action)) done.push(entry);
	}
	return done.at(-1) ?? null;
}

/** Finds the last entry of an action unless a later one made, missed or skipped a pick or resumed the draft. */
export function findSinceLastPick(
	log: readonly DraftLogEntry[],
	action: DraftLogEntry["action"],
): DraftLogEntry | undefined {
	const index = log.findLastIndex((entry) => entry.action === action);
	const later = log.slice(index + 1);
	return index >= 0 && !later.some((entry) => ["pick", "missed", "skipped", "resumed"].includes(entry.action))
		? log[index]
		: undefined;
}

/** Merges newer data into the board on screen: picks replace those with the same number, entries are added to the log. */
export function mergeBoard(shown: DraftBoard | undefined, changes: DraftBoard): DraftBoard {
	if (!shown || changes.isWhole) return changes;
	// A newer response arrived first.
	if (changes.version < shown.version) return shown;
	const changed = new Set([...changes.completedPicks, ...changes.futurePicks].map(({ overallPick }) => overallPick));
	const merge = <Turn extends { readonly overallPick: number }>(before: readonly Turn[], after: readonly Turn[]) =>
		[...before.filter(({ overallPick }) => !changed.has(overallPick)), ...after].toSorted(
			(a, b) => a.overallPick - b.overallPick,
		);
	const known = new Set(shown.log.map(({ id }) => id));
	return {
		...changes,
		isWhole: true,
		completedPicks: merge(shown.completedPicks, changes.completedPicks),
		futurePicks: merge(shown.futurePicks, changes.futurePicks),
		log: [...shown.log, ...changes.log.filter(({ id }) => !known.has(id))],
	};
}
