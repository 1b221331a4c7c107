import * as calls from "@first-bounce/contract/draft/draft";
import * as lineupCalls from "@first-bounce/contract/draft/draft-lineup";
import * as draftProcessCalls from "@first-bounce/contract/draft/draft-process";
import { showDraftReport } from "@first-bounce/contract/draft/draft-report";
import * as keeperCalls from "@first-bounce/contract/draft/keepers";
import * as squadCalls from "@first-bounce/contract/draft/squads";
import * as tradeCalls from "@first-bounce/contract/draft/trades";
import * as waiverCalls from "@first-bounce/contract/draft/waivers";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../../plugins/refusal.ts";
import { route } from "../../../plugins/route.ts";
import type { LeagueServices } from "../league-row.ts";
import { type Boards, buildCompletedPick, createBoards } from "./board.ts";
import { getDraftLeague, getRecap, listDraftTeams } from "./draft-league.ts";
import { enterDraft } from "./enter-draft.ts";
import { listFreeAgents } from "./free-agents.ts";
import { confirmReturn, getKeepers, saveKeepers, setKeeperDeadline } from "./keepers/choose-keepers.ts";
import { createLeagueRoutes, replyWith } from "./league-routes.ts";
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
import { agreeToUndo, listUndoableTransactions, undoTransaction } from "./squads/undo.ts";
import { startDraft } from "./start-draft.ts";
import { createTeamLink, fillWithRobots } from "./teams.ts";
import { acceptTrade, rejectTrade, withdrawTrade } from "./trades/answer-trade.ts";
import { counterTrade, offerTrade } from "./trades/offer-trade.ts";
import { approveTrade, stopTrade, voteOnTrade } from "./trades/review-trade.ts";
import { listTrades, listTradeTeams } from "./trades/trade-view.ts";
import { listClaims, saveClaims } from "./waivers/claims.ts";
import { listWaiverRuns } from "./waivers/results.ts";

/** More than anyone needs, even with a script. */
const LIMITS = { perAccountPerMinute: 120 };
const TRADE_LIMITS = { perAccountPerMinute: 60 };
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
	registerTrades(app, services);
	registerKeepers(app, services);
}

function registerReads(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const register = createLeagueRoutes(app, services);
	route(app, calls.showDraftLeague, async ({ viewerId, params: { id } }) => ({
		league: await getDraftLeague(services, viewerId, id),
	}));
	route(app, calls.showDraftTeams, ({ viewerId, params: { id } }) => listDraftTeams(services, viewerId, id));
	route(app, calls.showDraftBoard, {
		allowsCachedSession: true,
		handler: ({ viewerId, params: { id }, query: { since = 0 } }) => boards.get(viewerId, id, since),
	});
	register(calls.listFreeAgents, listFreeAgents);
	route(app, calls.showDraftRecap, ({ viewerId, params: { id } }) => getRecap(services, viewerId, id));
	register(calls.showDraftPreferences, getPreferences);
	route(app, calls.listMockDrafts, ({ caller }) => listMockDrafts(services, caller.userId));
}

/** Builds replies to changes of a draft, and records their versions. */
const createChangeReplies = (boards: Boards) => ({
	withVersion: replyWith((version: number, leagueId) => {
		boards.recordVersion(leagueId, version);
		return { version };
	}),
	withPick: replyWith(({ pick, version }: MadePick, leagueId) => {
		const completed = buildCompletedPick(pick);
		if (!completed) throw refuse(404, "draft-pick-unknown");
		boards.recordVersion(leagueId, version);
		return { pick: completed, version };
	}),
});

function registerManagerActions(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const registerLimited = createLeagueRoutes(app, services, LIMITS);
	const { withVersion, withPick } = createChangeReplies(boards);
	registerLimited(draftProcessCalls.makePick, withPick(pickPlayer));
	registerLimited(draftProcessCalls.setAutopick, withVersion(setAutopick));
	registerLimited(draftProcessCalls.comeBack, withVersion(comeBack));
	registerLimited(calls.saveDraftPreferences, savePreferences);
	registerLimited(calls.changeDraftTeam, withVersion(updateDraftTeam));
	route(app, calls.startMockDraft, {
		perAccountPerMinute: MAX_MOCKS_PER_MINUTE,
		handler: async ({ caller, body }) => {
			const id = await startMockDraft(services, caller.userId, body);
			return { league: await getDraftLeague(services, caller.userId, id) };
		},
	});
}

/** Registers the calls of the commissioner before the draft. */
function registerPreparation(app: FastifyInstance, services: LeagueServices): void {
	const registerLimited = createLeagueRoutes(app, services, LIMITS);
	const withLeague = replyWith(async (_: unknown, leagueId, userId) => ({
		league: await getDraftLeague(services, userId, leagueId),
	}));
	registerLimited(draftProcessCalls.changeDraftSettings, withLeague(updateDraftSettings));
	registerLimited(draftProcessCalls.scheduleDraft, withLeague(scheduleDraft));
	registerLimited(draftProcessCalls.setDraftOrder, withLeague(setOrder));
	registerLimited(draftProcessCalls.createTeamLink, createTeamLink);
	registerLimited(draftProcessCalls.fillWithRobots, withLeague(fillWithRobots));
	registerLimited(draftProcessCalls.resetDraft, withLeague(resetDraft));
	route(app, draftProcessCalls.enterDraft, {
		perAccountPerMinute: MAX_ENTRIES_PER_MINUTE,
		handler: ({ caller, params: { id }, body, language }) =>
			enterDraft(services, caller.userId, id, { ...body, language }),
	});
}

function registerCommissionerActions(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const registerLimited = createLeagueRoutes(app, services, LIMITS);
	const { withVersion, withPick } = createChangeReplies(boards);
	registerLimited(draftProcessCalls.startDraft, withVersion(startDraft));
	registerLimited(draftProcessCalls.pauseDraft, withVersion(pauseDraft));
	registerLimited(draftProcessCalls.resumeDraft, withVersion(resumeDraft));
	registerLimited(draftProcessCalls.undoDraftAction, withVersion(undoLastAction));
	registerLimited(draftProcessCalls.skipPick, withVersion(skipPick));
	registerLimited(draftProcessCalls.pickForTeam, withPick(pickForTeam));
	registerLimited(draftProcessCalls.exchangePicks, withVersion(exchangePicks));
	registerLimited(draftProcessCalls.changeDraftClock, withVersion(updateClock));
}

/** Registers the calls of line-ups and reports, for the rounds after the draft. */
function registerLineups(app: FastifyInstance, services: LeagueServices): void {
	const registerLimited = createLeagueRoutes(app, services, LIMITS);
	route(app, lineupCalls.listMyDraftTeams, async ({ caller }) => ({
		teams: await listTeamsOfUser(services.db, services.seasons.current().seasonId, caller.userId),
	}));
	route(app, lineupCalls.showMyDraftTeam, async ({ caller, params: { id } }) => ({
		team: await getMyDraftTeam(services, caller.userId, id),
	}));
	route(app, lineupCalls.showDraftTeam, async ({ viewerId, params }) => ({
		team: await getDraftTeam(services, viewerId, params),
	}));
	route(app, showDraftReport, {
		perMinute: MAX_REPORTS_PER_MINUTE,
		handler: async ({ viewerId, params }) => ({ report: await getDraftReport(services, viewerId, params) }),
	});
	registerLimited(lineupCalls.saveDraftLineup, saveLineup);
}

/** Registers the calls of free agents, waivers, injured places and squad transactions. */
function registerSquads(app: FastifyInstance, services: LeagueServices): void {
	const register = createLeagueRoutes(app, services);
	const registerLimited = createLeagueRoutes(app, services, LIMITS);
	route(app, waiverCalls.listTransactions, ({ viewerId, params: { id }, query }) =>
		listUndoableTransactions(services, viewerId, id, query),
	);
	registerLimited(waiverCalls.addFreeAgent, addFreeAgent);
	registerLimited(waiverCalls.dropPlayer, dropPlayer);
	register(waiverCalls.showClaims, listClaims);
	registerLimited(waiverCalls.saveClaims, saveClaims);
	register(waiverCalls.listWaiverRuns, listWaiverRuns);
	registerLimited(squadCalls.putInInjuredPlace, putInInjuredPlace);
	registerLimited(squadCalls.bringBackFromInjury, bringBackFromInjury);
	registerLimited(squadCalls.correctSquads, correctSquads);
	registerLimited(squadCalls.undoTransaction, undoTransaction);
	registerLimited(squadCalls.agreeToUndo, agreeToUndo);
}

/** Registers the calls of trades between managers. */
function registerTrades(app: FastifyInstance, services: LeagueServices): void {
	const register = createLeagueRoutes(app, services);
	const registerLimited = createLeagueRoutes(app, services, TRADE_LIMITS);
	route(app, tradeCalls.listTrades, ({ caller, params: { id } }) =>
		// A session has no scopes and sees everything. Offers to and from a team belong to the scope `read:team`.
		listTrades(services, caller.userId, id, { showsOwn: caller.scopes?.includes("read:team") ?? true }),
	);
	register(tradeCalls.showTradeTeams, listTradeTeams);
	registerLimited(tradeCalls.offerTrade, offerTrade);
	registerLimited(tradeCalls.counterTrade, counterTrade);
	registerLimited(tradeCalls.acceptTrade, acceptTrade);
	registerLimited(tradeCalls.rejectTrade, rejectTrade);
	registerLimited(tradeCalls.withdrawTrade, withdrawTrade);
	registerLimited(tradeCalls.voteOnTrade, voteOnTrade);
	registerLimited(tradeCalls.stopTrade, stopTrade);
	registerLimited(tradeCalls.approveTrade, approveTrade);
}

/** Registers the calls of keepers. */
function registerKeepers(app: FastifyInstance, services: LeagueServices): void {
	const registerLimited = createLeagueRoutes(app, services, LIMITS);
	const withKeepers = replyWith((_: unknown, leagueId, userId) => getKeepers(services, userId, leagueId));
	route(app, keeperCalls.showKeepers, ({ viewerId, params: { id } }) => getKeepers(services, viewerId, id));
	registerLimited(keeperCalls.saveKeepers, withKeepers(saveKeepers));
	registerLimited(keeperCalls.confirmReturn, withKeepers(confirmReturn));
	registerLimited(keeperCalls.setKeeperDeadline, withKeepers(setKeeperDeadline));
}
