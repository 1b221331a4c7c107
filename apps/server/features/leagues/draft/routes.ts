import * as calls from "@first-bounce/contract/draft/draft";
import * as lineupCalls from "@first-bounce/contract/draft/draft-lineup";
import * as processCalls from "@first-bounce/contract/draft/draft-process";
import { showDraftReport } from "@first-bounce/contract/draft/draft-report";
import * as waiverCalls from "@first-bounce/contract/draft/waivers";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../../plugins/refusal.ts";
import { route } from "../../../plugins/route.ts";
import type { LeagueServices } from "../league-row.ts";
import { type Boards, buildCompletedPick, createBoards } from "./board.ts";
import { getDraftLeague, getProtectedPlayers, getRecap, listDraftTeams } from "./draft-league.ts";
import { enterDraft } from "./enter-draft.ts";
import { listFreeAgents } from "./free-agents.ts";
import { registerKeepers } from "./keepers/routes.ts";
import { saveLineup } from "./lineups/change-lineup.ts";
import { listTeamsOfUser } from "./lineups/lineup-queries.ts";
import { getDraftReport } from "./lineups/season-report.ts";
import { getDraftTeam, getMyDraftTeam } from "./lineups/team-round.ts";
import { listMockDrafts, startMockDraft } from "./mock-drafts.ts";
import { type MadePick, pickForTeam, pickPlayer } from "./picks.ts";
import { exchangePicks, pauseDraft, resetDraft, resumeDraft, skipPick, undoLastAction } from "./run-draft.ts";
import { comeBack, getPreferences, savePreferences, setAutopick, updateDraftTeam } from "./seats.ts";
import { scheduleDraft, setOrder, updateClock, updateDraftSettings } from "./settings.ts";
import { addFreeAgent, dropPlayer } from "./squads/free-agency.ts";
import { registerSquadCorrections } from "./squads/routes.ts";
import { listUndoableTransactions } from "./squads/undo.ts";
import { startDraft } from "./start-draft.ts";
import { createTeamLink, fillWithRobots } from "./teams.ts";
import { listClaims, saveClaims } from "./waivers/claims.ts";
import { listWaiverRuns } from "./waivers/results.ts";

const needs = "season";
/** More than anyone needs, even with a script. */
const MAX_CHANGES_PER_MINUTE = 120;
const MAX_ENTRIES_PER_MINUTE = 20;
const MAX_MOCKS_PER_MINUTE = 6;
const MAX_REPORTS_PER_MINUTE = 60;

export function registerDrafts(app: FastifyInstance, services: LeagueServices): void {
	const boards = createBoards(services);
	registerReads(app, services, boards);
	registerManagerActions(app, services, boards);
	registerPreparation(app, services);
	registerCommissionerActions(app, services, boards);
	registerLineups(app, services);
	registerSquads(app, services);
	registerSquadCorrections(app, services);
	registerKeepers(app, services);
}

function registerReads(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	route(app, calls.showDraftLeague, {
		needs,
		handler: async ({ viewerId, params: { id } }) => ({ league: await getDraftLeague(services, viewerId, id) }),
	});
	route(app, calls.showDraftTeams, {
		needs,
		handler: async ({ viewerId, params: { id } }) => ({
			teams: await listDraftTeams(services, viewerId, id),
			...(await getProtectedPlayers(services, viewerId, id)),
		}),
	});
	route(app, calls.showDraftBoard, {
		needs,
		allowsCachedSession: true,
		handler: ({ viewerId, params: { id }, query: { since = 0 } }) => boards.get(viewerId, id, since),
	});
	route(app, calls.listFreeAgents, {
		needs,
		handler: ({ caller, params: { id } }) => listFreeAgents(services, caller.userId, id),
	});
	route(app, calls.showDraftRecap, {
		needs,
		handler: ({ viewerId, params: { id } }) => getRecap(services, viewerId, id),
	});
	route(app, calls.showDraftPreferences, {
		needs,
		handler: ({ caller, params: { id } }) => getPreferences(services, caller.userId, id),
	});
	route(app, calls.listMockDrafts, {
		needs,
		handler: ({ caller }) => listMockDrafts(services, caller.userId),
	});
}

/** Builds replies to changes of a draft, and records their versions. */
const createChangeReplies = (boards: Boards) => {
	const answer = async (leagueId: number, change: Promise<number>) => {
		const version = await change;
		boards.recordVersion(leagueId, version);
		return { version };
	};
	return {
		answer,
		answerPick: async (leagueId: number, made: Promise<MadePick>) => {
			const { pick, version } = await made;
			const [completed] = buildCompletedPick(pick);
			if (!completed) throw refuse(404, "draft-pick-unknown");
			boards.recordVersion(leagueId, version);
			return { pick: completed, version };
		},
	};
};

function registerManagerActions(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const limits = { needs, perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;
	const { answer, answerPick } = createChangeReplies(boards);
	route(app, processCalls.makePick, {
		...limits,
		handler: ({ caller, params: { id }, body }) => answerPick(id, pickPlayer(services, caller.userId, id, body)),
	});
	route(app, processCalls.setAutopick, {
		...limits,
		handler: ({ caller, params: { id }, body }) => answer(id, setAutopick(services, caller.userId, id, body.mode)),
	});
	route(app, processCalls.comeBack, {
		...limits,
		handler: ({ caller, params: { id } }) => answer(id, comeBack(services, caller.userId, id)),
	});
	route(app, calls.saveDraftPreferences, {
		...limits,
		handler: ({ caller, params: { id }, body }) => savePreferences(services, caller.userId, id, body),
	});
	route(app, calls.changeDraftTeam, {
		...limits,
		handler: ({ caller, params: { id }, body }) => answer(id, updateDraftTeam(services, caller.userId, id, body)),
	});
	route(app, calls.startMockDraft, {
		needs,
		perAccountPerMinute: MAX_MOCKS_PER_MINUTE,
		handler: async ({ caller, body }) => {
			const id = await startMockDraft(services, caller.userId, body);
			return { league: await getDraftLeague(services, caller.userId, id) };
		},
	});
}

/** Registers the calls of the commissioner before the draft. */
function registerPreparation(app: FastifyInstance, services: LeagueServices): void {
	const limits = { needs, perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;
	const show = async (userId: UserId, id: number) => ({ league: await getDraftLeague(services, userId, id) });
	route(app, processCalls.changeDraftSettings, {
		...limits,
		handler: async ({ caller: { userId }, params: { id }, body }) => {
			await updateDraftSettings(services, userId, id, body);
			return show(userId, id);
		},
	});
	route(app, processCalls.scheduleDraft, {
		...limits,
		handler: async ({ caller: { userId }, params: { id }, body }) => {
			await scheduleDraft(services, userId, id, body.draftStart);
			return show(userId, id);
		},
	});
	route(app, processCalls.setDraftOrder, {
		...limits,
		handler: async ({ caller: { userId }, params: { id }, body }) => {
			await setOrder(services, userId, id, body);
			return show(userId, id);
		},
	});
	route(app, processCalls.createTeamLink, {
		needs,
		perAccountPerMinute: MAX_CHANGES_PER_MINUTE,
		handler: ({ caller, params: { id }, body }) => createTeamLink(services, caller.userId, id, body.teamId),
	});
	route(app, processCalls.fillWithRobots, {
		...limits,
		handler: async ({ caller: { userId }, params: { id } }) => {
			await fillWithRobots(services, userId, id);
			return show(userId, id);
		},
	});
	route(app, processCalls.resetDraft, {
		...limits,
		handler: async ({ caller: { userId }, params: { id }, body }) => {
			await resetDraft(services, userId, id, body.name);
			return show(userId, id);
		},
	});
	route(app, processCalls.enterDraft, {
		needs,
		perAccountPerMinute: MAX_ENTRIES_PER_MINUTE,
		handler: ({ caller, params: { id }, body, language }) =>
			enterDraft(services, caller.userId, id, { ...body, language }),
	});
}

function registerCommissionerActions(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const limits = { needs, perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;
	const { answer, answerPick } = createChangeReplies(boards);
	route(app, processCalls.startDraft, {
		...limits,
		handler: ({ caller, params: { id } }) => answer(id, startDraft(services, caller.userId, id)),
	});
	route(app, processCalls.pauseDraft, {
		...limits,
		handler: ({ caller, params: { id } }) => answer(id, pauseDraft(services, caller.userId, id)),
	});
	route(app, processCalls.resumeDraft, {
		...limits,
		handler: ({ caller, params: { id } }) => answer(id, resumeDraft(services, caller.userId, id)),
	});
	route(app, processCalls.undoDraftAction, {
		...limits,
		handler: ({ caller, params: { id }, body }) =>
			answer(id, undoLastAction(services, caller.userId, id, body.version)),
	});
	route(app, processCalls.skipPick, {
		...limits,
		handler: ({ caller, params: { id }, body }) => answer(id, skipPick(services, caller.userId, id, body.overallPick)),
	});
	route(app, processCalls.pickForTeam, {
		...limits,
		handler: ({ caller, params: { id }, body }) => answerPick(id, pickForTeam(services, caller.userId, id, body)),
	});
	route(app, processCalls.exchangePicks, {
		...limits,
		handler: ({ caller, params: { id }, body }) => answer(id, exchangePicks(services, caller.userId, id, body)),
	});
	route(app, processCalls.changeDraftClock, {
		...limits,
		handler: ({ caller, params: { id }, body }) => answer(id, updateClock(services, caller.userId, id, body)),
	});
}

/** Registers the calls of the season after the draft. */
function registerLineups(app: FastifyInstance, services: LeagueServices): void {
	route(app, lineupCalls.listMyDraftTeams, {
		needs,
		handler: async ({ caller }) => ({
			teams: await listTeamsOfUser(services.db, services.seasons.current().seasonId, caller.userId),
		}),
	});
	route(app, lineupCalls.showMyDraftTeam, {
		needs,
		handler: async ({ caller, params: { id } }) => ({ team: await getMyDraftTeam(services, caller.userId, id) }),
	});
	route(app, lineupCalls.showDraftTeam, {
		needs,
		handler: async ({ viewerId, params }) => ({ team: await getDraftTeam(services, viewerId, params) }),
	});
	route(app, showDraftReport, {
		needs,
		perMinute: MAX_REPORTS_PER_MINUTE,
		handler: async ({ viewerId, params }) => ({ report: await getDraftReport(services, viewerId, params) }),
	});
	route(app, lineupCalls.saveDraftLineup, {
		needs,
		perAccountPerMinute: MAX_CHANGES_PER_MINUTE,
		handler: ({ caller, params: { id }, body }) => saveLineup(services, caller.userId, id, body),
	});
}

/** Registers the calls of free agents, waivers and the log of squads. */
function registerSquads(app: FastifyInstance, services: LeagueServices): void {
	const limits = { needs, perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;
	route(app, waiverCalls.listTransactions, {
		needs,
		handler: ({ viewerId, params: { id }, query }) => listUndoableTransactions(services, viewerId, id, query),
	});
	route(app, waiverCalls.addFreeAgent, {
		...limits,
		handler: async ({ caller, params: { id }, body }) => ({
			transaction: await addFreeAgent(services, caller.userId, id, body),
		}),
	});
	route(app, waiverCalls.dropPlayer, {
		...limits,
		handler: async ({ caller, params: { id }, body }) => ({
			transaction: await dropPlayer(services, caller.userId, id, body.playerId),
		}),
	});
	route(app, waiverCalls.showClaims, {
		needs,
		handler: ({ caller, params: { id } }) => listClaims(services, caller.userId, id),
	});
	route(app, waiverCalls.saveClaims, {
		...limits,
		handler: ({ caller, params: { id }, body }) => saveClaims(services, caller.userId, id, body.claims),
	});
	route(app, waiverCalls.listWaiverRuns, {
		needs,
		handler: ({ caller, params: { id } }) => listWaiverRuns(services, caller.userId, id),
	});
}
