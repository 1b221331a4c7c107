import type { Language } from "@first-bounce/contract/languages";
import * as cupCalls from "@first-bounce/contract/leagues/cup";
import * as listCalls from "@first-bounce/contract/leagues/league";
import * as actions from "@first-bounce/contract/leagues/league-actions";
import * as activityCalls from "@first-bounce/contract/leagues/league-activity";
import * as historyCalls from "@first-bounce/contract/leagues/league-history";
import * as inviteCalls from "@first-bounce/contract/leagues/league-invites";
import * as ladderCalls from "@first-bounce/contract/leagues/league-ladder";
import * as recoverCalls from "@first-bounce/contract/leagues/league-recover";
import type { FastifyInstance } from "fastify";
import type { Read } from "../../db/servers/read-standby.ts";
import { acceptUrlEncodedForms } from "../../plugins/http/url-encoded-forms.ts";
import type { Throttle } from "../../plugins/limits/throttle.ts";
import { refuse } from "../../plugins/refusal.ts";
import { createRoutes, route } from "../../plugins/route.ts";
import type { TeamDirectories } from "../rankings/team-directories.ts";
import { createAnnouncement, removeAnnouncement, reportAnnouncement } from "./activity/announcements.ts";
import { getLeagueActivity } from "./activity/service.ts";
import { registerConversations } from "./conversation/routes.ts";
import { createLeague, type NewLeague } from "./create-league.ts";
import { changeEntry, getCup, getCupDraw, getCupDrawInputs } from "./cup/service.ts";
import { registerDrafts } from "./draft/routes.ts";
import { getEliminationLadder } from "./elimination/elimination-ladder.ts";
import { getH2hRankings } from "./head-to-head/h2h-rankings.ts";
import { listMatchUps, type MatchUpServices } from "./head-to-head/match-ups.ts";
import { getLeagueHistory, getLeagueRivalry, listTrophies, setHistoryPage } from "./history/service.ts";
import { countCode, isCode, MAX_CODES_PER_MINUTE } from "./members/codes.ts";
import { declineInvite, inviteToLeague, listUserInvites, unsubscribeFromInvites } from "./members/invites.ts";
import { answerOffer, offerLeague, setDeputy } from "./members/leadership.ts";
import { requireSameLeague } from "./members/league-transaction.ts";
import { deleteLeague, joinLeague, leaveLeague, removeLeagueUser } from "./members/membership.ts";
import { listLeaguesToRegenerate, skipRegeneration } from "./members/regenerate-league.ts";
import { getInvitedLeague, getLeagueView, listLeaguesToJoin, listLeagueUsers, listMyLeagues } from "./service.ts";
import { updateLeague } from "./update-league.ts";

export interface LeagueRouteServices extends MatchUpServices {
	readonly directories: TeamDirectories;
	readonly throttle: Throttle;
	/** For the list of public leagues, which may be three seconds old. */
	readonly read: Read;
}

const MAX_JOINS_PER_MINUTE = 30;
const MAX_SEARCHES_PER_MINUTE = 240;
/** Each request computes the results of several seasons. */
const MAX_HISTORIES_PER_MINUTE = 120;
const MAX_PAGE_CHANGES_PER_MINUTE = 30;

export function registerLeagues(app: FastifyInstance, services: LeagueRouteServices): void {
	registerLists(app, services);
	registerActions(app, services);
	registerLeadership(app, services);
	registerInvites(app, services);
	registerActivity(app, services);
	registerLeagueHistory(app, services);
	registerCup(app, services);
	registerConversations(app, services);
	registerDrafts(app, services);
}

function registerLists(app: FastifyInstance, services: LeagueRouteServices): void {
	route(app, listCalls.showMyLeagues, ({ caller, query }) => listMyLeagues(services, caller.userId, query));
	route(app, listCalls.showLeaguesToJoin, {
		perMinute: MAX_SEARCHES_PER_MINUTE,
		handler: async ({ query, request, session }) => {
			if (isCode(query.search)) await countCode(services.throttle, request);
			return listLeaguesToJoin(services, (await session())?.userId ?? null, query);
		},
	});
	route(app, listCalls.showLeagueByCode, {
		perMinute: MAX_CODES_PER_MINUTE,
		handler: async ({ params, query, request, session }) => {
			await countCode(services.throttle, request);
			const userId = (await session())?.userId ?? null;
			return getInvitedLeague(services, userId, params.code, query.invite);
		},
	});
	route(app, listCalls.showLeague, async ({ viewerId, params }) => ({
		league: await getLeagueView(services, viewerId, params.id),
	}));
	route(app, listCalls.showLeagueUsers, ({ caller, params, query }) =>
		listLeagueUsers(services, caller.userId, params.id, query),
	);
	route(app, ladderCalls.showLeagueLadder, ({ viewerId, query }) => getH2hRankings(services, viewerId, query));
	route(app, ladderCalls.showEliminationLadder, ({ viewerId, query }) =>
		getEliminationLadder(services, viewerId, query),
	);
	route(app, ladderCalls.showMatchUps, ({ viewerId, body }) => listMatchUps(services, viewerId, body));
	route(app, recoverCalls.showRecoverableLeagues, async ({ caller }) => ({
		leagues: await listLeaguesToRegenerate(services, caller.userId),
	}));
	route(app, recoverCalls.skipLeagueRecovery, async ({ caller, params }) => {
		await skipRegeneration(services, caller.userId, params.leagueId);
		return { leagues: await listLeaguesToRegenerate(services, caller.userId) };
	});
}

/** Returns a function that builds the reply to a change of a league. */
const createShowLeague = (services: LeagueRouteServices) => async (userId: number, id: number) => ({
	league: await getLeagueView(services, userId, id),
});

function registerActions(app: FastifyInstance, services: LeagueRouteServices): void {
	const showLeague = createShowLeague(services);
	const create = async (userId: number, body: NewLeague, picture: Buffer | null, language: Language) => {
		const { id, invited } = await createLeague({ ...services, language }, userId, body, picture);
		return { id, ...(await showLeague(userId, id)), invited };
	};
	route(app, actions.createLeague, ({ caller, body, picture, language }) =>
		create(caller.userId, body, picture, language),
	);
	route(app, actions.recoverLeague, ({ caller, body, picture, language }) =>
		create(caller.userId, body, picture, language),
	);
	route(app, actions.updateLeague, async ({ caller, params: { id }, body, picture }) => {
		requireSameLeague(id, body);
		await updateLeague(services, caller.userId, id, body, picture);
		return showLeague(caller.userId, id);
	});
	route(app, actions.joinLeague, async ({ caller, params: { code }, body, request }) => {
		await countCode(services.throttle, request);
		await services.throttle.attempt(`leagues joined by ${caller.userId}`, { max: MAX_JOINS_PER_MINUTE });
		if (body.code !== undefined && body.code !== code) throw refuse(400, "league-mismatch");
		const id = await joinLeague(services, caller.userId, code, body.invite ?? null);
		return showLeague(caller.userId, id);
	});
	route(app, actions.leaveLeague, async ({ caller, params: { id }, body }) => {
		requireSameLeague(id, body);
		await leaveLeague(services, caller.userId, id);
		return { leagueId: id };
	});
	route(app, actions.removeLeagueUser, async ({ caller, params: { id, userId }, body }) => {
		requireSameLeague(id, body);
		await removeLeagueUser(services, caller.userId, id, userId);
		return showLeague(caller.userId, id);
	});
	route(app, actions.deleteLeague, async ({ caller, params: { id }, body }) => {
		requireSameLeague(id, body);
		await deleteLeague(services, caller.userId, id);
		return { leagueId: id };
	});
	route(app, actions.deleteLeagueByBody, async ({ caller, body: { leagueId } }) => {
		await deleteLeague(services, caller.userId, leagueId);
		return { leagueId };
	});
}

function registerLeadership(app: FastifyInstance, services: LeagueRouteServices): void {
	const showLeague = createShowLeague(services);
	route(app, actions.setDeputy, async ({ caller, params: { id }, body }) => {
		await setDeputy(services, caller.userId, id, body);
		return showLeague(caller.userId, id);
	});
	route(app, actions.offerLeague, async ({ caller, params: { id }, body }) => {
		await offerLeague(services, caller.userId, id, body.userId);
		return showLeague(caller.userId, id);
	});
	route(app, actions.answerLeagueOffer, async ({ caller, params: { id }, body }) => {
		await answerOffer(services, caller.userId, id, body.isAccepted);
		return showLeague(caller.userId, id);
	});
}

function registerInvites(app: FastifyInstance, services: LeagueRouteServices): void {
	route(app, inviteCalls.showLeagueInvites, ({ caller }) => listUserInvites(services, caller.userId));
	route(app, inviteCalls.inviteToLeague, async ({ caller, params: { id }, body, language }) => {
		requireSameLeague(id, body);
		return { invited: await inviteToLeague({ ...services, language }, caller.userId, id, body.invites) };
	});
	route(app, inviteCalls.declineInvite, async ({ caller, params: { id }, body }) => {
		requireSameLeague(id, body);
		await declineInvite(services, caller.userId, id);
		return listUserInvites(services, caller.userId);
	});
	app.register(async (scope) => {
		// One-click unsubscribe in mail programs sends a form (RFC 8058).
		acceptUrlEncodedForms(scope);
		route(scope, inviteCalls.unsubscribeFromInvites, {
			needs: "nothing",
			perMinute: MAX_CODES_PER_MINUTE,
			handler: async ({ params }) => {
				await unsubscribeFromInvites(services, params.token);
				return { unsubscribed: true as const };
			},
		});
	});
}

function registerActivity(app: FastifyInstance, services: LeagueRouteServices): void {
	route(app, activityCalls.listLeagueActivity, ({ caller, params, query }) =>
		getLeagueActivity(services, caller.userId, params.id, query),
	);
	route(app, activityCalls.announceToLeague, async ({ caller, params, body }) => ({
		event: await createAnnouncement(services, caller.userId, params.id, body.text),
	}));
	route(app, activityCalls.reportAnnouncement, async ({ caller, params: { id, eventId } }) => {
		await reportAnnouncement(services, caller.userId, id, eventId);
		return { reported: true as const };
	});
	route(app, activityCalls.removeAnnouncement, async ({ caller, params: { id, eventId } }) => {
		await removeAnnouncement(services, caller.userId, id, eventId);
		return { removed: true as const };
	});
}

function registerLeagueHistory(app: FastifyInstance, services: LeagueRouteServices): void {
	const registerLimited = createRoutes(app, { perMinute: MAX_HISTORIES_PER_MINUTE });
	registerLimited(historyCalls.showLeagueHistory, ({ viewerId, params }) =>
		getLeagueHistory(services, viewerId, params.id),
	);
	registerLimited(historyCalls.showLeagueRivalry, ({ viewerId, params }) =>
		getLeagueRivalry(services, viewerId, params),
	);
	registerLimited(historyCalls.showTrophies, ({ viewerId, params }) => listTrophies(services, viewerId, params.userId));
	route(app, historyCalls.setHistoryPage, {
		perMinute: MAX_PAGE_CHANGES_PER_MINUTE,
		handler: async ({ caller, params, body }) => ({
			page: await setHistoryPage(services, caller.userId, { id: params.id, isOn: body.isOn }),
		}),
	});
}

function registerCup(app: FastifyInstance, services: LeagueRouteServices): void {
	route(app, cupCalls.showCup, async ({ viewerId }) => ({ cup: await getCup(services, viewerId) }));
	route(app, cupCalls.showCupDraw, ({ viewerId, query }) => getCupDraw(services, viewerId, query));
	route(app, cupCalls.showCupDrawInputs, () => getCupDrawInputs(services));
	route(app, cupCalls.enterCup, async ({ caller }) => {
		await changeEntry(services, caller.userId, "enter");
		return { cup: await getCup(services, caller.userId) };
	});
	route(app, cupCalls.withdrawFromCup, async ({ caller }) => {
		await changeEntry(services, caller.userId, "withdraw");
		return { cup: await getCup(services, caller.userId) };
	});
}
