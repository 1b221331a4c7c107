import { HOUR_MS } from "../durations.ts";
import type { PlayerId, SeasonTime, TeamId, UserId } from "../ids.ts";
import type { LeagueRole } from "../leagues/league-permissions.ts";
import type { LockCheck } from "../lockout/locked-players.ts";

export const TRADE_REVIEWS = ["none", "commissioner", "vote"] as const;
export type TradeReview = (typeof TRADE_REVIEWS)[number];
export const TRADE_REVIEW_HOURS = [0, 12, 24, 48] as const;

/** A trade is stopped if one in this many of the other managers, rounded up, votes against it. */
const STOPPING_DIVISOR = 3;

/** A team's manager, as far as reviews need to know her. */
export interface TradeManager {
	readonly userId: UserId;
	readonly teamId: TeamId;
	readonly role: LeagueRole;
	readonly isActive: boolean;
	/** When she got her team, in wall time. */
	readonly joinedAt: number;
}

/** Who may stop an accepted trade: nobody, one of these people, or `needed` votes of these teams. */
export type TradeDecider =
	| { readonly by: "nobody" }
	| { readonly by: "commissioner"; readonly userIds: readonly UserId[] }
	| { readonly by: "vote"; readonly teamIds: readonly TeamId[]; readonly needed: number };

export interface TradeReviewRules {
	readonly review: TradeReview;
	readonly hours: number;
}

/**
 * How a trade is reviewed, recorded when it was accepted, so that nobody can change it by naming deputies or handing over teams.
 */
export interface TradeReviewTerms extends TradeReviewRules {
	/** The teams that had a manager who could answer, with her role. */
	readonly roles: readonly { readonly teamId: TeamId; readonly role: LeagueRole }[];
}

/** Builds the terms of a trade that is accepted now. */
export const buildReviewTerms = (
	{ review, hours }: TradeReviewRules,
	managers: readonly TradeManager[],
): TradeReviewTerms => ({
	review,
	hours,
	roles: managers.filter(({ isActive }) => isActive).map(({ teamId, role }) => ({ teamId, role })),
});

/** Lists the managers who had their teams when a trade was accepted, with the roles they had then. */
export const listReviewers = (
	{ roles }: TradeReviewTerms,
	managers: readonly TradeManager[],
	acceptedAt: number,
): TradeManager[] =>
	managers.flatMap((manager) => {
		const fixed = roles.find(({ teamId }) => teamId === manager.teamId);
		return fixed && manager.joinedAt <= acceptedAt ? [{ ...manager, role: fixed.role }] : [];
	});

/**
 * Finds who decides on an accepted trade (docs/game-rules.md#review-of-a-trade). The two managers never do: the commissioner's
 * own trade is decided by a deputy who is not part of it, or else by a vote. Managers who got their teams after the trade was
 * accepted do not decide either, including one who left and came back. If nobody is left to vote, the review goes on all the
 * same.
 *
 * @param parties the two teams of the trade
 * @param acceptedAt wall time
 */
export function findTradeDecider(
	{ review, hours }: TradeReviewRules,
	managers: readonly TradeManager[],
	parties: readonly TeamId[],
	acceptedAt = Infinity,
): TradeDecider {
	if (review === "none" || hours === 0) return { by: "nobody" };
	const others = managers.filter(
		({ teamId, isActive, joinedAt }) => isActive && !parties.includes(teamId) && joinedAt <= acceptedAt,
	);
	if (review === "commissioner") {
		const commissioner = others.filter(({ role }) => role === "commissioner");
		const leaders = commissioner.length > 0 ? commissioner : others.filter(({ role }) => role === "deputy");
		if (leaders.length > 0) return { by: "commissioner", userIds: leaders.map(({ userId }) => userId) };
	}
	const needed = Math.max(1, Math.ceil(others.length / STOPPING_DIVISOR));
	return { by: "vote", teamIds: others.map(({ teamId }) => teamId), needed };
}

interface TradeVote {
	readonly teamId: TeamId;
	readonly isAgainst: boolean;
}

/** Counts the votes against a trade, without those of teams that may not vote any more; null if they are too few to stop it. */
export function countStoppingVotes(
	decider: TradeDecider,
	votes: readonly TradeVote[],
): { readonly against: number; readonly needed: number } | null {
	if (decider.by !== "vote") return null;
	const { teamIds, needed } = decider;
	const against = votes.filter(({ teamId, isAgainst }) => isAgainst && teamIds.includes(teamId)).length;
	return against >= needed ? { against, needed } : null;
}

/** When the review of a trade that is accepted now ends. */
export const getReviewEnd = ({ hours }: Pick<TradeReviewRules, "hours">, acceptedAt: SeasonTime): SeasonTime =>
	acceptedAt + hours * HOUR_MS;

/** Whether an accepted trade is to be executed now: its review is over, and nobody in it is locked. */
export const isTradeDue = (
	{ reviewEndsAt, playerIds }: { readonly reviewEndsAt: SeasonTime; readonly playerIds: readonly PlayerId[] },
	now: SeasonTime,
	isLocked: LockCheck,
): boolean => reviewEndsAt <= now && !playerIds.some(isLocked);
