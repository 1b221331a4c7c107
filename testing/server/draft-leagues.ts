import { ApiFailure } from "@first-bounce/contract/client";
import { listFreeAgents, showDraftBoard } from "@first-bounce/contract/draft/draft";
import type { DraftBoard } from "@first-bounce/contract/draft/draft-board";
import { createTeamLink, makePick, setDraftOrder, startDraft } from "@first-bounce/contract/draft/draft-process";
import type { NewDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import type { League } from "@first-bounce/contract/leagues/league";
import { joinLeague } from "@first-bounce/contract/leagues/league-actions";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId } from "@first-bounce/rules/ids";
import { tickDrafts } from "../../apps/server/features/leagues/draft/tick.ts";
import { rethrow } from "./failure.ts";
import { createLeagueManagers, createLeagueWith, type LeagueManager } from "./league-managers.ts";
import type { TestApp } from "./test-app.ts";

/** Four rounds, so that a draft of four teams has sixteen picks. */
export const SMALL_SQUAD: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 0, MID: 0, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 2, MID: 2, RUC: 1, FWD: 2 },
};

const TICK_MS = 10_000;

/** A draft league of four managers; the first is its commissioner. */
export interface DraftRoom {
	readonly app: TestApp;
	readonly league: League;
	readonly id: number;
	readonly managers: readonly LeagueManager[];
	/** By the place in the order, from 0. */
	readonly teamIds: readonly number[];
	readonly getBoard: (since?: number) => Promise<DraftBoard>;
	/** The manager of a team. */
	readonly findManager: (teamId: number | undefined) => LeagueManager;
	readonly listFree: (manager?: LeagueManager) => Promise<PlayerId[]>;
	/** Sets the order of the managers, and starts the draft. */
	readonly start: () => Promise<void>;
	/** Makes the pick on the clock with the best player whom its team may take; returns her id. */
	readonly pickNext: () => Promise<PlayerId>;
	/** Moves the wall clock while the leader looks for due drafts every ten seconds and at the end. */
	readonly tickAfter: (ms: number) => Promise<void>;
	/** Moves the wall clock while nobody looks for due drafts, and lets the leader look then. */
	readonly tickAfterOutage: (ms: number) => Promise<void>;
}

/** Creates a draft league; with `isStarted`, its draft is live and the first manager is first in the order. */
export async function createDraftRoom(
	app: TestApp,
	{
		settings = {},
		isStarted = true,
		startId = 1,
		...given
	}: {
		readonly settings?: Partial<NewDraftSettings>;
		readonly isStarted?: boolean;
		readonly startId?: number;
		readonly managers?: readonly LeagueManager[];
	} = {},
): Promise<DraftRoom> {
	const managers = given.managers ?? (await createLeagueManagers(app, 4));
	// In so small a league half of the players would be protected.
	const draft = { squad: SMALL_SQUAD, pickTurnTime: 60, protectsBest: false, ...settings };
	const league = await createLeagueWith(managers, { class: "draft", size: 4, startId, draft, name: "The Draft Club" });
	const [commissioner] = managers;
	if (!commissioner) throw new Error("A league needs a commissioner");
	const { id } = league;
	const params = { id };
	const getBoard = (since = 0) => commissioner.client(showDraftBoard, { params, query: { since } });
	const { seats } = await getBoard();
	const teamIds = managers.map(({ userId }) => seats.find(({ manager }) => manager?.userId === userId)?.teamId ?? 0);
	const start = async () => {
		await commissioner.client(setDraftOrder, { params, body: { method: "manual", teamIds } });
		await commissioner.client(startDraft, { params });
	};
	if (isStarted) await start();
	const findManager = (teamId: number | undefined): LeagueManager => {
		const manager = managers[teamIds.indexOf(teamId ?? 0)];
		if (!manager) throw new Error(`Nobody manages team ${teamId}`);
		return manager;
	};
	const listFree = async (manager = commissioner) => {
		const { players } = await manager.client(listFreeAgents, { params });
		return players.filter(({ problem }) => problem === null).map(({ playerId }) => playerId);
	};
	const tickAfterOutage = async (ms: number) => {
		app.clocks.setWall(app.clocks.wallNow() + ms);
		await tickDraftsOf(app);
	};
	return {
		app,
		league,
		id,
		managers,
		teamIds,
		getBoard,
		findManager,
		listFree,
		start,
		pickNext: async () => {
			const { activePick } = await getBoard();
			const manager = findManager(activePick?.teamId);
			const [playerId = 0] = await listFree(manager);
			const body = { overallPick: activePick?.overallPick ?? 0, playerId, key: crypto.randomUUID() };
			await manager.client(makePick, { params, body });
			return playerId;
		},
		tickAfter: async (ms) => {
			for (let left = ms; left > 0; left -= TICK_MS) await tickAfterOutage(Math.min(left, TICK_MS));
		},
		tickAfterOutage,
	};
}

type FourManagers = readonly [LeagueManager, LeagueManager, LeagueManager, LeagueManager];

/** Gets the four managers of a room without robots, the commissioner first. */
export function getFourManagers({ managers }: Pick<DraftRoom, "managers">): FourManagers {
	const [first, second, third, fourth] = managers;
	if (!first || !second || !third || !fourth) throw new Error(`The room has ${managers.length} managers`);
	return [first, second, third, fourth];
}

/** Hands a team without a manager of a drafted league to somebody by a link. */
export async function handTeamOver(
	league: { readonly id: number; readonly teamId: number | undefined },
	by: LeagueManager,
	to: LeagueManager,
): Promise<void> {
	const body = { teamId: league.teamId ?? 0 };
	const { code, invite } = await by.client(createTeamLink, { params: { id: league.id }, body });
	await to.client(joinLeague, { params: { code }, body: { code, invite } });
}

/** Does what is due in drafts now, as the leader does once a second. */
export const tickDraftsOf = ({ database, seasons, clocks }: TestApp): Promise<void> =>
	tickDrafts({ db: database.db, seasons, clocks }, rethrow);

/** Gets "done", or the code of a refusal; a server error fails the test. */
export async function getOutcome(attempt: Promise<unknown>): Promise<string> {
	try {
		await attempt;
		return "done";
	} catch (error) {
		if (error instanceof ApiFailure && error.status < 500) return error.code;
		throw error;
	}
}
