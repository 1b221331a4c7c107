import type { UserId } from "../ids.ts";
import { hasRight, type LeagueRight, type LeagueRole } from "./league-permissions.ts";

/** Also in the check constraint of `league_members.deputy_place`. */
export const MAX_DEPUTIES = 2;

interface HandOverOffer {
	readonly userId: UserId;
	/** In wall time. */
	readonly expiresAt: number;
	readonly isDeclined: boolean;
}

export interface LeagueLeadership {
	readonly commissionerId: UserId;
	/** In the order in which they were named. */
	readonly deputyIds: readonly UserId[];
	/** The last offer, even if it was declined or has expired; null if there is none. */
	readonly offer: HandOverOffer | null;
}

export type LeadershipAction =
	| { readonly kind: "name-deputy"; readonly userId: UserId }
	/** The commissioner ends a deputy's role, or a deputy her own. */
	| { readonly kind: "end-deputy"; readonly userId: UserId }
	/** Offers the league to a member, in place of an earlier offer. */
	| { readonly kind: "offer"; readonly userId: UserId; readonly expiresAt: number }
	| { readonly kind: "withdraw" }
	| { readonly kind: "accept" }
	| { readonly kind: "decline" };

export type LeadershipViolation =
	| "not-commissioner"
	| "league-user-unknown"
	| "commissioner-already"
	| "too-many-deputies"
	| "hand-over-unknown";

type LeadershipRuling =
	| { readonly ok: true; readonly value: LeagueLeadership }
	| { readonly ok: false; readonly violation: LeadershipViolation };

const accept = (value: LeagueLeadership): LeadershipRuling => ({ ok: true, value });
const forbid = (violation: LeadershipViolation): LeadershipRuling => ({ ok: false, violation });

export function getLeagueRole({ commissionerId, deputyIds }: LeagueLeadership, userId: UserId): LeagueRole {
	if (userId === commissionerId) return "commissioner";
	return deputyIds.includes(userId) ? "deputy" : "member";
}

export const isOfferOpen = (offer: HandOverOffer | null, now: number): offer is HandOverOffer =>
	offer !== null && !offer.isDeclined && now < offer.expiresAt;

/** Makes a member the commissioner. The former one, if she stays a member, becomes a deputy if there is room. */
export function changeCommissioner(
	{ commissionerId, deputyIds }: LeagueLeadership,
	userId: UserId,
	{ isFormerCommissionerStaying }: { readonly isFormerCommissionerStaying: boolean },
): LeagueLeadership {
	const others = deputyIds.filter((id) => id !== userId && id !== commissionerId);
	const becomesDeputy = isFormerCommissionerStaying && userId !== commissionerId && others.length < MAX_DEPUTIES;
	return { commissionerId: userId, deputyIds: becomesDeputy ? [...others, commissionerId] : others, offer: null };
}

/** Ends the role of a member who leaves, is removed or whose account is closed, and withdraws an offer to her. */
export function removeFromLeadership(leadership: LeagueLeadership, userId: UserId): LeagueLeadership {
	return {
		...leadership,
		deputyIds: leadership.deputyIds.filter((id) => id !== userId),
		offer: leadership.offer?.userId === userId ? null : leadership.offer,
	};
}

/**
 * Finds a new commissioner for a league whose commissioner has closed her account: the deputy who was named first, else the
 * longest-standing member. `activeIds` are the active members in the order in which they joined. Without another active member
 * the league keeps its commissioner.
 */
export function replaceCommissioner(leadership: LeagueLeadership, activeIds: readonly UserId[]): LeagueLeadership {
	const candidates = [...leadership.deputyIds.filter((id) => activeIds.includes(id)), ...activeIds];
	const next = candidates.find((id) => id !== leadership.commissionerId);
	return next === undefined
		? { ...leadership, offer: null }
		: changeCommissioner(leadership, next, { isFormerCommissionerStaying: false });
}

function nameDeputy(leadership: LeagueLeadership, userId: UserId): LeadershipRuling {
	const { commissionerId, deputyIds } = leadership;
	if (userId === commissionerId) return forbid("commissioner-already");
	if (deputyIds.includes(userId)) return accept(leadership);
	if (deputyIds.length >= MAX_DEPUTIES) return forbid("too-many-deputies");
	return accept({ ...leadership, deputyIds: [...deputyIds, userId] });
}

function offerLeague(leadership: LeagueLeadership, userId: UserId, expiresAt: number): LeadershipRuling {
	if (userId === leadership.commissionerId) return forbid("commissioner-already");
	return accept({ ...leadership, offer: { userId, expiresAt, isDeclined: false } });
}

/** Who acts, when, and who is in the league. */
interface LeadershipContext {
	readonly by: UserId;
	readonly now: number;
	readonly isMember: (userId: UserId) => boolean;
}

function answerOffer(leadership: LeagueLeadership, isAccepted: boolean, { by, now, isMember }: LeadershipContext) {
	const { offer } = leadership;
	if (!isOfferOpen(offer, now) || offer.userId !== by || !isMember(by)) return forbid("hand-over-unknown");
	return accept(
		isAccepted
			? changeCommissioner(leadership, by, { isFormerCommissionerStaying: true })
			: { ...leadership, offer: { ...offer, isDeclined: true } },
	);
}

/** Applies an action of `by` to the leadership of a league, or says why it is forbidden. */
export function changeLeadership(
	leadership: LeagueLeadership,
	action: LeadershipAction,
	context: LeadershipContext,
): LeadershipRuling {
	const { by, isMember } = context;
	if (action.kind === "accept" || action.kind === "decline")
		return answerOffer(leadership, action.kind === "accept", context);
	const isAboutDeputies = action.kind === "name-deputy" || action.kind === "end-deputy";
	const right: LeagueRight = isAboutDeputies ? "nameDeputies" : "handOver";
	const isSteppingDown = action.kind === "end-deputy" && action.userId === by && leadership.deputyIds.includes(by);
	if (!isSteppingDown && !(isMember(by) && hasRight(getLeagueRole(leadership, by), right)))
		return forbid("not-commissioner");
	if (action.kind === "withdraw") return accept({ ...leadership, offer: null });
	if (action.kind === "end-deputy")
		return accept({ ...leadership, deputyIds: leadership.deputyIds.filter((id) => id !== action.userId) });
	if (!isMember(action.userId)) return forbid("league-user-unknown");
	if (action.kind === "name-deputy") return nameDeputy(leadership, action.userId);
	return offerLeague(leadership, action.userId, action.expiresAt);
}
