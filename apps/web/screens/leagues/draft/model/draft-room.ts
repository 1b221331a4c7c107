import type { DraftBoard, DraftLogEntry, DraftSeat } from "@first-bounce/contract/draft/draft-board";
import { assignTeamColours, FALLBACK_COLOUR } from "@first-bounce/contract/draft/team-colours";
import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import {
	countPicksUntil,
	type DraftPick,
	findActivePick,
	listComingPicks,
} from "@first-bounce/rules/draft/draft-board";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import type { CSSProperties } from "react";

/** A team in the room with the colour that it has everywhere in it. */
export interface RoomSeat extends DraftSeat {
	readonly shownColour: string;
	/** Its place in the order, from 1. */
	readonly number: number;
}

/** A pick on the board. */
export interface RoomPick extends DraftPick {
	/** For how many years in a row her team has kept the player; 0 for one who was drafted, and for an open pick. */
	readonly keptYears: number;
}

/** What the room's parts show, computed from the board. */
export interface RoomModel {
	readonly picks: readonly RoomPick[];
	readonly seats: readonly RoomSeat[];
	readonly seatById: ReadonlyMap<TeamId, RoomSeat>;
	/** The pick of every drafted player. */
	readonly pickByPlayer: ReadonlyMap<PlayerId, DraftPick>;
	readonly active: DraftPick | null;
	/** The picks that are still to be made, in their order. */
	readonly coming: readonly DraftPick[];
	/** The viewer's team; null for visitors. */
	readonly own: RoomSeat | null;
	/** How many picks come before hers; null if none is left. */
	readonly picksUntil: number | null;
	readonly isOwnTurn: boolean;
	/** Her skipped picks that she may make at any time; empty while the draft is paused. */
	readonly openOwn: readonly DraftPick[];
}

export function listSeats(seats: readonly DraftSeat[]): RoomSeat[] {
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

export function buildRoomModel(board: ModelSource, ownTeamId: TeamId | null): RoomModel {
	const picks = listPicks(board);
	const seats = listSeats(board.seats);
	const seatById = new Map(seats.map((seat) => [seat.teamId, seat]));
	const isRunning = board.draftStatus === "live" || board.draftStatus === "paused";
	const active = isRunning ? findActivePick(picks) : null;
	const own = (ownTeamId !== null && seatById.get(ownTeamId)) || null;
	const picksUntil = own && isRunning ? countPicksUntil(picks, own.teamId) : null;
	const isLive = board.draftStatus === "live";
	return {
		picks,
		seats,
		seatById,
		pickByPlayer: new Map(picks.flatMap((pick) => (pick.playerId === null ? [] : [[pick.playerId, pick]]))),
		active,
		coming: isRunning ? listComingPicks(picks) : [],
		own,
		picksUntil,
		isOwnTurn: isLive && picksUntil === 0,
		openOwn: isLive
			? picks.filter((pick) => pick.isSkipped && pick.teamId === own?.teamId && pick.overall !== active?.overall)
			: [],
	};
}

/** The place of a pick within its round, from 1. */
export const getPlaceInRound = ({ overall, round }: Pick<DraftPick, "overall" | "round">, teams: number): number =>
	overall - (round - 1) * teams;

const UNDOABLE = ["pick", "missed", "skipped", "exchanged"] as const;

/** Finds the action that an undo would undo: the last one that was not undone; null if there is none. */
export function findUndoable(log: readonly DraftLogEntry[]): DraftLogEntry | null {
	const done: DraftLogEntry[] = [];
	for (const entry of log) {
		if (entry.action === "started") done.length = 0;
		else if (entry.action === "undone") done.pop();
		else if (UNDOABLE.some((action) => action === entry.action)) done.push(entry);
	}
	return done.at(-1) ?? null;
}

/** Finds the last entry of an action since the newest pick or the end of such an action; undefined if there is none. */
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

/** The colours of a team, for the style sheets of the room. White text is readable on both. */
export function getSeatStyle(seat: Pick<RoomSeat, "shownColour"> | null | undefined): CSSProperties {
	const [background, stripe] = getCrestColours(seat?.shownColour ?? "charcoal");
	return { "--team": background, "--team-stripe": stripe } as CSSProperties;
}
