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
import { type Boards, buildCompletedPick, createBoards } from "./board.ts";
import { getDraftLeague, getRecap, listDraftTeams } from "./draft-league.ts";
import { enterDraft } from "./enter-draft.ts";
import { listFreeAgents } from "./free-agents.ts";
import { confirmPlace, getKeepers, saveKeepers, setKeeperDeadline } from "./keepers/choose-keepers.ts";
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
import { agreeToUndo, listUndoableTransactions, undoChange } from "./squads/undo.ts";
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
	const read = createLeagueRoutes(app, services);
	route(app, calls.showDraftLeague, async ({ viewerId, params: { id } }) => ({
		league: await getDraftLeague(services, viewerId, id),
	}));
	route(app, calls.showDraftTeams, ({ viewerId, params: { id } }) => listDraftTeams(services, viewerId, id));
	route(app, calls.showDraftBoard, {
		allowsCachedSession: true,
		handler: ({ viewerId, params: { id }, query: { since = 0 } }) => boards.get(viewerId, id, since),
	});
	read(calls.listFreeAgents, listFreeAgents);
	route(app, calls.showDraftRecap, ({ viewerId, params: { id } }) => getRecap(services, viewerId, id));
	read(calls.showDraftPreferences, getPreferences);
	route(app, calls.listMockDrafts, ({ caller }) => listMockDrafts(services, caller.userId));
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
	const change = createLeagueRoutes(app, services, LIMITS);
	const { withVersion, withPick } = createChangeReplies(boards);
	change(processCalls.makePick, withPick(pickPlayer));
	change(processCalls.setAutopick, withVersion(setAutopick));
	change(processCalls.comeBack, withVersion(comeBack));
	change(calls.saveDraftPreferences, savePreferences);
	change(calls.changeDraftTeam, withVersion(updateDraftTeam));
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
	const change = createLeagueRoutes(app, services, LIMITS);
	const withLeague = replyWith(async (_: unknown, leagueId, userId) => ({
		league: await getDraftLeague(services, userId, leagueId),
	}));
	change(processCalls.changeDraftSettings, withLeague(updateDraftSettings));
	change(processCalls.scheduleDraft, withLeague(scheduleDraft));
	change(processCalls.setDraftOrder, withLeague(setOrder));
	change(processCalls.createTeamLink, createTeamLink);
	change(processCalls.fillWithRobots, withLeague(fillWithRobots));
	change(processCalls.resetDraft, withLeague(resetDraft));
	route(app, processCalls.enterDraft, {
		perAccountPerMinute: MAX_ENTRIES_PER_MINUTE,
		handler: ({ caller, params: { id }, body, language }) =>
			enterDraft(services, caller.userId, id, { ...body, language }),
	});
}

function registerCommissionerActions(app: FastifyInstance, services: LeagueServices, boards: Boards): void {
	const change = createLeagueRoutes(app, services, LIMITS);
	const { withVersion, withPick } = createChangeReplies(boards);
	change(processCalls.startDraft, withVersion(startDraft));
	change(processCalls.pauseDraft, withVersion(pauseDraft));
	change(processCalls.resumeDraft, withVersion(resumeDraft));
	change(processCalls.undoDraftAction, withVersion(undoLastAction));
	change(processCalls.skipPick, withVersion(skipPick));
	change(processCalls.pickForTeam, withPick(pickForTeam));
	change(processCalls.exchangePicks, withVersion(exchangePicks));
	change(processCalls.changeDraftClock, withVersion(updateClock));
}

/** Registers the calls of the season after the draft. */
function registerLineups(app: FastifyInstance, services: LeagueServices): void {
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
	createLeagueRoutes(app, services, LIMITS)(lineupCalls.saveDraftLineup, saveLineup);
}

/** Registers the calls of free agents, waivers, injured places and the log of squads. */
function registerSquads(app: FastifyInstance, services: LeagueServices): void {
	const read = createLeagueRoutes(app, services);
	const change = createLeagueRoutes(app, services, LIMITS);
	route(app, waiverCalls.listTransactions, ({ viewerId, params: { id }, query }) =>
		listUndoableTransactions(services, viewerId, id, query),
	);
	change(waiverCalls.addFreeAgent, addFreeAgent);
	change(waiverCalls.dropPlayer, dropPlayer);
	read(waiverCalls.showClaims, listClaims);
	change(waiverCalls.saveClaims, saveClaims);
	read(waiverCalls.listWaiverRuns, listWaiverRuns);
	change(squadCalls.putInInjuredPlace, putInInjuredPlace);
	change(squadCalls.bringBackFromInjury, bringBackFromInjury);
	change(squadCalls.correctSquads, correctSquads);
	change(squadCalls.undoChange, undoChange);
	change(squadCalls.agreeToUndo, agreeToUndo);
}

/** Registers the calls of trades between managers. */
function registerTrades(app: FastifyInstance, services: LeagueServices): void {
	const read = createLeagueRoutes(app, services);
	const change = createLeagueRoutes(app, services, TRADE_LIMITS);
	route(app, tradeCalls.listTrades, ({ caller, params: { id } }) =>
		listTrades(services, caller.userId, id, caller.scopes?.includes("read:team") ?? true),
	);
	read(tradeCalls.showTradeTeams, listTradeTeams);
	change(tradeCalls.offerTrade, offerTrade);
	change(tradeCalls.counterTrade, counterTrade);
	change(tradeCalls.acceptTrade, acceptTrade);
	change(tradeCalls.rejectTrade, rejectTrade);
	change(tradeCalls.withdrawTrade, withdrawTrade);
	change(tradeCalls.voteOnTrade, voteOnTrade);
	change(tradeCalls.stopTrade, stopTrade);
	change(tradeCalls.approveTrade, approveTrade);
}

/** Registers the calls of keepers. */
function registerKeepers(app: FastifyInstance, services: LeagueServices): void {
	const change = createLeagueRoutes(app, services, LIMITS);
	const withKeepers = replyWith((_: unknown, leagueId, userId) => getKeepers(services, userId, leagueId));
	route(app, keeperCalls.showKeepers, ({ viewerId, params: { id } }) => getKeepers(services, viewerId, id));
	change(keeperCalls.saveKeepers, withKeepers(saveKeepers));
	change(keeperCalls.confirmPlace, withKeepers(confirmPlace));
	change(keeperCalls.setKeeperDeadline, withKeepers(setKeeperDeadline));
}
