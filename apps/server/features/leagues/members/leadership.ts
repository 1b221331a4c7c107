import { DAY_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import {
	changeCommissioner,
	changeLeadership,
	isOfferOpen,
	type LeadershipAction,
	type LeadershipViolation,
	type LeagueLeadership,
	MAX_DEPUTIES,
	removeFromLeadership,
	replaceCommissioner,
} from "@first-bounce/rules/leagues/league-leadership";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { buildPublicNames } from "../../names/public-name.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import { insertLeagueEvent } from "../activity/queries.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { deleteWebhooksOfLeague } from "../webhooks/queries.ts";
import {
	findLeadership,
	findMailRecipient,
	isReturningDeputy,
	listLeaderNames,
	listOffersToUser,
	listSuccessors,
	lockLeaguesRunBy,
	lockLeaguesToTakeOver,
	updateLeadership,
} from "./leadership-queries.ts";
import {
	buildRoleRefusal,
	type LockedLeague,
	requireLeagueQuota,
	requireMember,
	withLockedLeague,
} from "./league-transaction.ts";
import { findMemberRole } from "./queries.ts";

/** How long an offer to hand a league over can be accepted. */
const OFFER_DAYS = 7;
const MAX_OFFERS_PER_MINUTE = 5;

async function loadLeadership(db: Db, leagueId: number): Promise<LeagueLeadership> {
	const { offer, ...leaders } = await findLeadership(db, leagueId);
	if (!offer) return { ...leaders, offer: null };
	const { user_id: userId, expires_at: expiresAt, declined_at: declinedAt } = offer;
	return { ...leaders, offer: { userId, expiresAt: expiresAt.getTime(), isDeclined: declinedAt !== null } };
}

interface LeadershipChange {
	readonly before: LeagueLeadership;
	readonly after: LeagueLeadership;
	/** Who has asked for it; null if it is a consequence of another change. */
	readonly byId?: UserId | null;
}

/** Stores who runs a locked league, and records in its activity what has changed. */
async function saveLeadership(
	trx: Db,
	leagueId: number,
	{ before, after, byId = null }: LeadershipChange,
): Promise<void> {
	await updateLeadership(trx, leagueId, before, after);
	const isHandedOver = after.commissionerId !== before.commissionerId;
	// A new commissioner was chosen by the previous one, and deputies change as a consequence: nobody is named as the author.
	const by = byId === null || isHandedOver ? {} : { byId };
	if (isHandedOver) {
		const handedOver = byId === null ? {} : { byId: before.commissionerId };
		await insertLeagueEvent(trx, leagueId, "commissioner", after.commissionerId, handedOver);
	}
	for (const id of before.deputyIds)
		if (id !== after.commissionerId && !after.deputyIds.includes(id))
			await insertLeagueEvent(trx, leagueId, "deputy-ended", id, by);
	for (const id of after.deputyIds)
		if (!before.deputyIds.includes(id)) await insertLeagueEvent(trx, leagueId, "deputy", id, by);
}

/**
 * Ends the roles of a user's account in leagues, in the transaction that closes the account, and withdraws what was offered to
 * the user. Where she was commissioner, somebody else takes over, and the league's webhooks are deleted, because her successor
 * may not know which channels they post to. Idempotent.
 */
export async function endLeagueRoles(trx: Transaction<Tables>, userId: UserId): Promise<void> {
	for (const id of await lockLeaguesRunBy(trx, userId)) {
		const before = await loadLeadership(trx, id);
		const isCommissioner = before.commissionerId === userId;
		if (isCommissioner) await deleteWebhooksOfLeague(trx, id);
		const after = isCommissioner
			? replaceCommissioner(before, await listSuccessors(trx, id, userId))
			: removeFromLeadership(before, userId);
		await saveLeadership(trx, id, { before, after });
	}
}

/** Makes a member the commissioner of a league whose commissioner's account is closed. */
export async function appointCommissioner(trx: Db, leagueId: number, userId: UserId): Promise<void> {
	const before = await loadLeadership(trx, leagueId);
	await saveLeadership(trx, leagueId, {
		before,
		after: changeCommissioner(before, userId, { isFormerCommissionerStaying: false }),
	});
}

/**
 * Makes a user whose account is active again the commissioner of leagues that nobody runs, because the accounts of all members
 * were closed. Idempotent.
 */
export async function takeOverLeagues(trx: Db, userId: UserId): Promise<void> {
	for (const id of await lockLeaguesToTakeOver(trx, userId)) await appointCommissioner(trx, id, userId);
}

/** Makes a new member of a renewed league a deputy again, if there is room. */
export async function restoreDeputy(trx: Transaction<Tables>, league: LeagueRow, userId: UserId): Promise<void> {
	if (league.regenerated_from === null || !(await isReturningDeputy(trx, league.id, userId))) return;
	const before = await loadLeadership(trx, league.id);
	if (before.commissionerId === userId || before.deputyIds.length >= MAX_DEPUTIES) return;
	await saveLeadership(trx, league.id, { before, after: { ...before, deputyIds: [...before.deputyIds, userId] } });
}

const STATUSES = {
	"league-user-unknown": 404,
	"commissioner-already": 409,
	"too-many-deputies": 409,
	"hand-over-unknown": 404,
} as const satisfies Readonly<Record<Exclude<LeadershipViolation, "not-commissioner">, number>>;

/** Changes who runs a locked league; refuses what the rules forbid. */
async function applyLeadershipAction(
	{ trx, league, isUserActive }: LockedLeague,
	by: UserId,
	action: LeadershipAction,
	now: number,
): Promise<void> {
	const before = await loadLeadership(trx, league.id);
	const targetId = "userId" in action ? action.userId : by;
	const isTargetMember = (await findMemberRole(trx, league.id, targetId)) !== null;
	const ruling = changeLeadership(before, action, {
		by,
		now,
		isMember: (userId) => (userId === by ? league.is_member : userId === targetId && isTargetMember),
	});
	if (!ruling.ok) {
		const { violation } = ruling;
		if (violation === "not-commissioner") throw buildRoleRefusal(league.role);
		throw refuse(STATUSES[violation], violation, { most: MAX_DEPUTIES });
	}
	if (!isUserActive) throw refuse(409, "account-closed");
	await saveLeadership(trx, league.id, { before, after: ruling.value, byId: by });
}

/** Names a member as deputy, or ends the role, which deputies may do themselves. Idempotent. */
export const setDeputy = (
	services: LeagueServices,
	callerId: UserId,
	leagueId: number,
	{ userId, isDeputy }: { readonly userId: UserId; readonly isDeputy: boolean },
): Promise<void> =>
	withLockedLeague(services, { id: leagueId, lockedUserId: isDeputy ? userId : null }, callerId, (locked) =>
		applyLeadershipAction(
			locked,
			callerId,
			{ kind: isDeputy ? "name-deputy" : "end-deputy", userId },
			services.clocks.wallNow(),
		),
	);

async function mailOffer({ publicUrl }: LeagueServices, { trx, league }: LockedLeague, userId: UserId, now: number) {
	const recipient = await findMailRecipient(trx, userId);
	if (!recipient) return;
	const { email, first_name: firstName, language } = recipient;
	const url = `${publicUrl}/leagues/${league.id}/about`;
	const data = { firstName, league: league.name, days: OFFER_DAYS, url };
	await queueLimitedMail(trx, { kind: "league-offered", to: email, data, now, language });
}

/** Offers a league to a member, or withdraws the offer if `userId` is null. */
export async function offerLeague(
	services: LeagueServices & { readonly throttle: Throttle },
	callerId: UserId,
	leagueId: number,
	userId: UserId | null,
): Promise<void> {
	await services.throttle.attempt(`hand-overs of ${callerId}`, { max: MAX_OFFERS_PER_MINUTE });
	await withLockedLeague(services, { id: leagueId, lockedUserId: userId }, callerId, async (locked) => {
		const now = services.clocks.wallNow();
		if (userId === null) return applyLeadershipAction(locked, callerId, { kind: "withdraw" }, now);
		const expiresAt = now + OFFER_DAYS * DAY_MS;
		await applyLeadershipAction(locked, callerId, { kind: "offer", userId, expiresAt }, now);
		await mailOffer(services, locked, userId, now);
	});
}

export const answerOffer = (services: LeagueServices, callerId: UserId, leagueId: number, isAccepted: boolean) =>
	withLockedLeague(services, { id: leagueId, lockedUserId: callerId }, callerId, async (locked) => {
		requireMember(locked.league);
		if (isAccepted) await requireLeagueQuota(locked.trx, locked.season.seasonId, callerId);
		const kind = isAccepted ? "accept" : "decline";
		await applyLeadershipAction(locked, callerId, { kind }, services.clocks.wallNow());
	});

/** Gets who runs a league, as a member sees it: an offer is for the commissioner and the member to whom it is made. */
export async function getLeadershipView(
	{ db, clocks }: Pick<LeagueServices, "db" | "clocks">,
	viewerId: UserId,
	leagueId: number,
) {
	const { commissionerId, deputyIds, offer } = await loadLeadership(db, leagueId);
	const now = clocks.wallNow();
	const isOpen = isOfferOpen(offer, now);
	const isOfferShown = offer && (viewerId === commissionerId || (viewerId === offer.userId && isOpen));
	const names = await listLeaderNames(db, isOfferShown ? [...deputyIds, offer.userId] : deputyIds);
	const buildLeader = (userId: UserId) => {
		const row = names.find(({ id }) => id === userId);
		return { userId, ...(row ? buildPublicNames(row) : { teamName: "", fullName: "" }) };
	};
	return {
		deputies: deputyIds.map(buildLeader),
		handOver: isOfferShown
			? {
					...buildLeader(offer.userId),
					expiresAt: new Date(offer.expiresAt).toISOString(),
					state: offer.isDeclined ? ("declined" as const) : isOpen ? ("open" as const) : ("expired" as const),
				}
			: null,
	};
}

/** Lists the offers to become a league's commissioner that wait for the user's answer. */
export async function listLeadershipOffers({ db, seasons, clocks }: LeagueServices, userId: UserId) {
	const query = { seasonId: seasons.current().seasonId, userId, now: new Date(clocks.wallNow()) };
	return (await listOffersToUser(db, query)).map(({ league_id, name, team_name, expires_at }) => {
		return { leagueId: league_id, leagueName: name, offeredBy: team_name, expiresAt: expires_at.toISOString() };
	});
}
