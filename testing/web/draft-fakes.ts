import {
	type DraftLeague,
	listFreeAgents,
	showDraftBoard,
	showDraftLeague,
	showDraftPreferences,
} from "@first-bounce/contract/draft/draft";
import type { DraftBoard, DraftLogEntry, DraftSeat } from "@first-bounce/contract/draft/draft-board";
import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { showFavourites } from "@first-bounce/contract/team/favourites";
import { listTurns } from "@first-bounce/rules/draft/draft-order";
import { getSquadSize, type SquadRules } from "@first-bounce/rules/draft/squad-rules";
import { file, success } from "./fake-api.ts";
import { buildLeague, fakeLeagues } from "./league-fakes.ts";
import { buildPlayer, buildSeasonFiles, fakeClock, fakeSeasonFiles } from "./player-season.ts";

/** Four rounds. */
const SMALL_SQUAD: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 0, MID: 0, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 2, MID: 2, RUC: 1, FWD: 2 },
};
const LINES = ["DEF", "MID", "FWD"] as const;
/** Players 1 to 24: Player1 is a defender, Player2 a midfielder, Player3 a forward, and so on. */
export const DRAFT_PLAYERS = Array.from({ length: 24 }, (_, index) =>
	buildPlayer(index + 1, { position: [LINES[index % 3] ?? "MID"] }),
);

const buildPerson = (userId: number, teamName: string) => ({ userId, teamName, avatarVersion: 0 });

/** Kit Bag (user 7, team 11), Bosses (user 9, team 12) and two robots, in this order. */
function buildSeats(own: Partial<DraftSeat>): DraftSeat[] {
	const seat = {
		colour: null,
		isRobot: false,
		autopick: "if-missed" as const,
		isAway: false,
		isPresent: false,
		needs: { DEF: 1, MID: 1, RUC: 0, FWD: 1, utility: 1 },
		openLines: [...LINES],
		isConfirmed: true,
	};
	const robot = { ...seat, manager: null, isRobot: true, autopick: "on" as const };
	return [
		{ ...seat, teamId: 11, teamName: "Kit Bag", manager: buildPerson(7, "Kit Bag"), isPresent: true, ...own },
		{ ...seat, teamId: 12, teamName: "Bosses", manager: buildPerson(9, "Bosses") },
		{ ...robot, teamId: 13, teamName: "Robot 3" },
		{ ...robot, teamId: 14, teamName: "" },
	];
}

const EMPTY_ENTRY = {
	at: "2026-09-12T05:00:00.000Z",
	by: null,
	teamId: null,
	overallPick: null,
	otherOverallPick: null,
	playerId: null,
	madeBy: null,
	autopick: null,
	count: null,
	undone: null,
	pauseReason: null,
	format: null,
};
export const buildLogEntry = (id: number, change: Partial<DraftLogEntry> & Pick<DraftLogEntry, "action">) => ({
	...EMPTY_ENTRY,
	id,
	...change,
});

interface BoardOptions extends Partial<Omit<DraftBoard, "log">> {
	/** The players of the picks made, by number. */
	readonly made?: readonly number[];
	readonly skipped?: readonly number[];
	readonly own?: Partial<DraftSeat>;
	/** Entries after those of the picks. */
	readonly log?: DraftLogEntry[];
}

/** A live board of four teams with sixteen picks in a snake. */
export function buildDraftBoard({
	made = [],
	skipped = [],
	own = {},
	log = [],
	...change
}: BoardOptions = {}): DraftBoard {
	const turns = listTurns([11, 12, 13, 14], getSquadSize(SMALL_SQUAD), "snake").map(
		({ overall, round, originalTeamId }) => ({
			overallPick: overall,
			round,
			teamId: originalTeamId,
			originalTeamId,
			isSkipped: skipped.includes(overall),
		}),
	);
	const at = "2026-09-12T05:00:00.000Z";
	const isMade = ({ overallPick }: { readonly overallPick: number }) => made[overallPick - 1] !== undefined;
	const future = turns.filter((turn) => !isMade(turn));
	return {
		leagueId: 5,
		version: 10 + made.length,
		isWhole: true,
		serverTime: new Date().toISOString(),
		draftStatus: "live",
		draftStart: null,
		deadline: new Date(Date.now() + 60_000).toISOString(),
		timeLeft: null,
		pauseReason: null,
		activePick: future.find(({ isSkipped }) => !isSkipped) ?? future[0] ?? null,
		completedPicks: turns.filter(isMade).map((turn) => ({
			...turn,
			playerId: made[turn.overallPick - 1] ?? 0,
			madeAt: at,
			madeBy: "manager",
			keptYears: 0,
		})),
		futurePicks: future,
		seats: buildSeats(own),
		...change,
		log: [
			buildLogEntry(1, { action: "started", by: buildPerson(9, "Bosses") }),
			...made.map((playerId, index) =>
				buildLogEntry(index + 2, {
					action: "pick",
					teamId: turns[index]?.teamId ?? 0,
					overallPick: index + 1,
					playerId,
					madeBy: "manager",
				}),
			),
			...log,
		],
	};
}

export const buildDraftLeague = (change: Partial<DraftLeague> = {}): DraftLeague => ({
	draftType: "snake",
	clock: "live",
	pickTurnTime: 60,
	nightPause: null,
	timeZone: "Australia/Melbourne",
	draftStart: null,
	captainDoubled: true,
	squad: SMALL_SQUAD,
	waiverPriority: "rolling",
	tradeReview: "commissioner",
	tradeReviewHours: 24,
	tradeDeadline: 9,
	protectsBest: true,
	hasInjuredPlace: true,
	format: "redraft",
	maxKeepers: 3,
	maxKeeperYears: 3,
	minDelists: 3,
	id: 5,
	name: "Café Ruck",
	class: "draft",
	isMock: false,
	draftStatus: "live",
	numTeams: 4,
	size: 4,
	problems: [],
	order: { method: "manual", teamIds: [11, 12, 13, 14] },
	seedHash: "0".repeat(64),
	lastDraw: null,
	myTeamId: 11,
	completedAt: null,
	isContinued: false,
	may: {
		run: false,
		changeSettings: false,
		convert: false,
		drawOrder: false,
		reverseLastLadder: false,
		start: false,
		undo: false,
		reset: false,
		addRobots: false,
	},
	...change,
});

/** The state of a player whom nobody owns, and who can be had at once. */
export const FREE = { state: "free", until: null, reason: null, isLocked: false } as const;

interface DraftOptions {
	readonly getBoard: () => DraftBoard;
	readonly league?: DraftLeague;
	readonly handlers?: Parameters<typeof fakeLeagues>[0];
	readonly queue?: number[];
}

/** The draft of league 5, in which the user, Kit Bag, picks first. Higher ids have fewer projected points. */
export function fakeDraft({ getBoard, league = buildDraftLeague(), handlers = {}, queue = [] }: DraftOptions) {
	const files = buildSeasonFiles(DRAFT_PLAYERS);
	const players = DRAFT_PLAYERS.map(({ id }) => ({
		playerId: id,
		...FREE,
		restrictedTo: null,
		projectedPoints: 1_000 - id,
		value: 100 - id,
		problem: null,
	}));
	return fakeLeagues(
		{
			...fakeClock(Date.now(), 1),
			...fakeSeasonFiles(files),
			"/json/fantasy/seasons.json": () => file([{ id: 1, name: "Test", isCurrent: true, isDemo: false }]),
			"/fantasy/favourite-player/show-favourites": () => success(showFavourites, { favouritePlayers: [] }),
			"/fantasy/league/5/conversation": () =>
				success(showConversation, {
					messages: [],
					pinned: [],
					hasOlder: false,
					version: 0,
					readId: 0,
					state: { isLocked: false, mutedUntil: null },
				}),
			"/draft/league/5": () => success(showDraftLeague, { league }),
			"/draft/draft-process/5/draft-board": () => success(showDraftBoard, getBoard()),
			"/draft/free-agents/list/5": () => success(listFreeAgents, { version: 1, players }),
			"/draft/draft-process/5/preferences": () => success(showDraftPreferences, { queue, ranking: [], doNotDraft: [] }),
			...handlers,
		},
		{ league: buildLeague({ class: "draft" }) },
	);
}
