import * as calls from "@first-bounce/contract/draft/draft";
import * as lineupCalls from "@first-bounce/contract/draft/draft-lineup";
import * as processCalls from "@first-bounce/contract/draft/draft-process";
import { showDraftReport } from "@first-bounce/contract/draft/draft-report";
import * as keeperCalls from "@first-bounce/contract/draft/keepers";
import * as squadCalls from "@first-bounce/contract/draft/squads";
import * as tradeCalls from "@first-bounce/contract/draft/trades";
import * as waiverCalls from "@first-bounce/contract/draft/waivers";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../../plugins/refusal.ts";
import { route } from "../../../plugins/route.ts";
import type { LeagueServices } from "../league-row.ts";
import { createActionRoutes, replyWith } from "./action-routes.ts";
import { type Boards, buildCompletedPick, createBoards } from "./board.ts";
import { getDraftLeague, getProtectedPlayers, getRecap, listDraftTeams } from "./draft-league.ts";
import { enterDraft } from "./enter-draft.ts";
import { listFreeAgents } from "./free-agents.ts";
import { confirmPlace, getKeepers, saveKeepers, setKeeperDeadline } from "./keepers/choose-keepers.ts";
import { saveLineup } from "./lineups/change-lineup.ts";
import { listTeamsOfUser } from "./lineups/lineup-queries.ts";
import { getDraftReport } from "./lineups/season-report.ts";
import { getDraftTeam, getMyDraftTeam } from "./lineups/team-round.ts";
import { listMockDrafts, startMockDraft } from "./mock-drafts.ts";
import { type MadePick, pickForTeam, pickPlayer } from "./picks.ts";
import { exchangePicks, pauseDraft, resetDraft, resumeDraft, skipPick, undoLastAction } from "./run-draft.ts";
import { comeBack, getPreferences, savePreferences, setAutopick, updateDraftTeam } from "./seats.ts";
import { scheduleDraft, setOrder, updateClock, updateDraftSettings } from "./settings.ts";
import { correctSquads } from "./squads/correct.ts";
import { addFreeAgent, dropPlayer } from "./squads/free-agency.ts";
import { bringBackFromInjury, putInInjuredPlace } from "./squads/injured.ts";
import { agreeToUndo, listUndoableTransactions, undoChange } from "./squads/undo.ts";
import { startDraft } from "./start-draft.ts";
import { createTeamLink, fillWithRobots } from "./teams.ts";
import { acceptTrade, rejectTrade, withdrawTrade } from "./trades/answer-trade.ts";
import { counterTrade, offerTrade } from "./trades/offer-trade.ts";
import { approveTrade, stopTrade, voteOnTrade } from "./trades/review-trade.ts";
import { listTrades, listTradeTeams } from "./trades/trade-view.ts";
import { listClaims, saveClaims } from "./waivers/claims.ts";
import { listWaiverRuns } from "./waivers/results.ts";

const needs = "season";
const MAX_ENTRIES_PER_MINUTE = 20;
const MAX_MOCKS_PER_MINUTE = 6;
const MAX_REPORTS_PER_MINUTE = 60;
const MAX_TRADE_CHANGES_PER_MINUTE = 60;

export function registerDrafts(app: FastifyInstance, services: LeagueServices): void {
	const boards = createBoards(services);
	registerReads(app, services, boards);
	registerManagerActions(app, services, boards);
	registerPreparation(app, services);
	registerCommissionerActions(app, services, boards);
	registerLineups(app, services);
	registerSquads(app, services);
	registerTrades(app, services);
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
const createChangeReplies = (boards: Boards) => ({
	withVersion: replyWith((version: number, leagueId) => {
		boards.recordVersion(leagueId, version);
		return { version };
	}),
	withPick: replyWith(({ pick, version }: MadePick, leagueId) => {
		const [completed] = buildCompletedPick(pick);
		if (!completed) throw refuse(404, "draft-pick-unknown");
		boards.recordVersion(leagueId, version);
		return { pick: completed, version };
	}),
});

function registerManagerActions(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const register = createActionRoutes(app, services);
	const { withVersion, withPick } = createChangeReplies(boards);
	register(processCalls.makePick, withPick(pickPlayer));
	register(processCalls.setAutopick, withVersion(setAutopick));
	register(processCalls.comeBack, withVersion(comeBack));
	register(calls.saveDraftPreferences, savePreferences);
	register(calls.changeDraftTeam, withVersion(updateDraftTeam));
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
	const register = createActionRoutes(app, services);
	const withLeague = replyWith(async (_: unknown, leagueId, userId) => ({
		league: await getDraftLeague(services, userId, leagueId),
	}));
	register(processCalls.changeDraftSettings, withLeague(updateDraftSettings));
	register(processCalls.scheduleDraft, withLeague(scheduleDraft));
	register(processCalls.setDraftOrder, withLeague(setOrder));
	register(processCalls.createTeamLink, createTeamLink);
	register(processCalls.fillWithRobots, withLeague(fillWithRobots));
	register(processCalls.resetDraft, withLeague(resetDraft));
	route(app, processCalls.enterDraft, {
		needs,
		perAccountPerMinute: MAX_ENTRIES_PER_MINUTE,
		handler: ({ caller, params: { id }, body, language }) =>
			enterDraft(services, caller.userId, id, { ...body, language }),
	});
}

function registerCommissionerActions(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const register = createActionRoutes(app, services);
	const { withVersion, withPick } = createChangeReplies(boards);
	register(processCalls.startDraft, withVersion(startDraft));
	register(processCalls.pauseDraft, withVersion(pauseDraft));
	register(processCalls.resumeDraft, withVersion(resumeDraft));
	register(processCalls.undoDraftAction, withVersion(undoLastAction));
	register(processCalls.skipPick, withVersion(skipPick));
	register(processCalls.pickForTeam, withPick(pickForTeam));
	register(processCalls.exchangePicks, withVersion(exchangePicks));
	register(processCalls.changeDraftClock, withVersion(updateClock));
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
	createActionRoutes(app, services)(lineupCalls.saveDraftLineup, saveLineup);
}

/** Registers the calls of free agents, waivers, injured places and the log of squads. */
function registerSquads(app: FastifyInstance, services: LeagueServices): void {
	const register = createActionRoutes(app, services);
	route(app, waiverCalls.listTransactions, {
		needs,
		handler: ({ viewerId, params: { id }, query }) => listUndoableTransactions(services, viewerId, id, query),
	});
	register(waiverCalls.addFreeAgent, addFreeAgent);
	register(waiverCalls.dropPlayer, dropPlayer);
	route(app, waiverCalls.showClaims, {
		needs,
		handler: ({ caller, params: { id } }) => listClaims(services, caller.userId, id),
	});
	register(waiverCalls.saveClaims, saveClaims);
	route(app, waiverCalls.listWaiverRuns, {
		needs,
		handler: ({ caller, params: { id } }) => listWaiverRuns(services, caller.userId, id),
	});
	register(squadCalls.putInInjuredPlace, putInInjuredPlace);
	register(squadCalls.bringBackFromInjury, bringBackFromInjury);
	register(squadCalls.correctSquads, correctSquads);
	register(squadCalls.undoChange, undoChange);
	register(squadCalls.agreeToUndo, agreeToUndo);
}

/** Registers the calls of trades between managers. */
function registerTrades(app: FastifyInstance, services: LeagueServices): void {
	const register = createActionRoutes(app, services, MAX_TRADE_CHANGES_PER_MINUTE);
	route(app, tradeCalls.listTrades, {
		needs,
		handler: ({ caller, params: { id } }) =>
			listTrades(services, caller.userId, id, caller.scopes?.includes("read:team") ?? true),
	});
	route(app, tradeCalls.showTradeTeams, {
		needs,
		handler: ({ caller, params: { id } }) => listTradeTeams(services, caller.userId, id),
	});
	register(tradeCalls.offerTrade, offerTrade);
	register(tradeCalls.counterTrade, counterTrade);
	register(tradeCalls.acceptTrade, acceptTrade);
	register(tradeCalls.rejectTrade, rejectTrade);
	register(tradeCalls.withdrawTrade, withdrawTrade);
	register(tradeCalls.voteOnTrade, voteOnTrade);
	register(tradeCalls.stopTrade, stopTrade);
	register(tradeCalls.approveTrade, approveTrade);
}

/** Registers the calls of keepers. */
function registerKeepers(app: FastifyInstance, services: LeagueServices): void {
	const register = createActionRoutes(app, services);
	const withKeepers = replyWith((_: unknown, leagueId, userId) => getKeepers(services, userId, leagueId));
	route(app, keeperCalls.showKeepers, {
		needs,
		handler: ({ viewerId, params: { id } }) => getKeepers(services, viewerId, id),
	});
	register(keeperCalls.saveKeepers, withKeepers(saveKeepers));
	register(keeperCalls.confirmPlace, withKeepers(confirmPlace));
	register(keeperCalls.setKeeperDeadline, withKeepers(setKeeperDeadline));
}
