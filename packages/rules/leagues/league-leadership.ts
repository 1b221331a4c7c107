import type { UserId } from "../ids.ts";
import { hasRight, type LeagueRight, type LeagueRole } from "./league-permissions.ts";

export const MAX_DEPUTIES = 2;

/** The commissioner's offer to hand the league over. */
export interface HandOverOffer {
	readonly userId: UserId;
	/** In wall time. */
	readonly expiresAt: number;
	readonly isDeclined: boolean;
}

/** Who runs a league. */
export interface LeagueLeadership {
	readonly commissionerId: UserId;
	/** In the order in which they were named. */
	readonly deputyIds: readonly UserId[];
	/** The last offer, even if it was declined or has expired; null without one. */
	readonly offer: HandOverOffer | null;
}

export type LeadershipAction =
	/** Names a deputy. */
	| { readonly kind: "name"; readonly userId: UserId }
	/** Ends a deputy's role; a deputy may end her own. */
	| { readonly kind: "end"; readonly userId: UserId }
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

export type LeadershipRuling =
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

/**
 * Makes a member the commissioner. The former commissioner becomes a deputy if she stays and there is room, else an ordinary
 * member.
 */
export function transferLeague(
	{ commissionerId, deputyIds }: LeagueLeadership,
	userId: UserId,
	isFormerStaying: boolean,
): LeagueLeadership {
	const others = deputyIds.filter((id) => id !== userId && id !== commissionerId);
	const isRoom = isFormerStaying && userId !== commissionerId && others.length < MAX_DEPUTIES;
	return { commissionerId: userId, deputyIds: isRoom ? [...others, commissionerId] : others, offer: null };
}

/** Takes the role and the offer of a member who leaves, is removed or whose account is closed. */
export function removeFromLeadership(leadership: LeagueLeadership, userId: UserId): LeagueLeadership {
	return {
		...leadership,
		deputyIds: leadership.deputyIds.filter((id) => id !== userId),
		offer: leadership.offer?.userId === userId ? null : leadership.offer,
	};
}

/**
 * Replaces a commissioner whose account is closed by the deputy who was named first, else by the longest-standing member.
 * `memberIds` are the active members in the order in which they joined. A league without another one keeps its commissioner.
 */
export function replaceCommissioner(leadership: LeagueLeadership, memberIds: readonly UserId[]): LeagueLeadership {
	const candidates = [...leadership.deputyIds.filter((id) => memberIds.includes(id)), ...memberIds];
	const next = candidates.find((id) => id !== leadership.commissionerId);
	return next === undefined ? { ...leadership, offer: null } : transferLeague(leadership, next, false);
}

function nameDeputy(leadership: LeagueLeadership, userId: UserId): LeadershipRuling {
	const { commissionerId, deputyIds } = leadership;
	if (userId === commissionerId) return forbid("commissioner-already");
	if (deputyIds.includes(userId)) return accept(leadership);
	if (deputyIds.length >= MAX_DEPUTIES) return forbid("too-many-deputies");
	return accept({ ...leadership, deputyIds: [...deputyIds, userId] });
}

/** What a member of the league does: `by` answers an offer, and everything else takes the right to it. */
export function changeLeadership(
	leadership: LeagueLeadership,
	action: LeadershipAction,
	{ by, now, isMember }: { readonly by: UserId; readonly now: number; readonly isMember: (userId: UserId) => boolean },
): LeadershipRuling {
	const { kind } = action;
	if (kind === "accept" || kind === "decline") {
		const { offer } = leadership;
		if (!isOfferOpen(offer, now) || offer.userId !== by || !isMember(by)) return forbid("hand-over-unknown");
		if (kind === "accept") return accept(transferLeague(leadership, by, true));
		return accept({ ...leadership, offer: { ...offer, isDeclined: true } });
	}
	const right: LeagueRight = kind === "name" || kind === "end" ? "nameDeputies" : "handOver";
	const isSteppingDown = kind === "end" && action.userId === by && leadership.deputyIds.includes(by);
	if (!isSteppingDown && !(isMember(by) && hasRight(getLeagueRole(leadership, by), right)))
		return forbid("not-commissioner");
	if (kind === "withdraw") return accept({ ...leadership, offer: null });
	const { userId } = action;
	if (kind === "end") return accept({ ...leadership, deputyIds: leadership.deputyIds.filter((id) => id !== userId) });
	if (!isMember(userId)) return forbid("league-user-unknown");
	if (kind === "name") return nameDeputy(leadership, userId);
	if (userId === leadership.commissionerId) return forbid("commissioner-already");
	return accept({ ...leadership, offer: { userId, expiresAt: action.expiresAt, isDeclined: false } });
}
