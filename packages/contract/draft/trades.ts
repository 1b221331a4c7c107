import { TRADE_REVIEWS } from "@first-bounce/rules/draft/trade-review";
import { MAX_TRADED_PLAYERS } from "@first-bounce/rules/draft/trades";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague, changeOwnTeam, readAsMember } from "../call-access.ts";
import { MAX_TRADE_MESSAGE_LENGTH } from "../constants.ts";
import { id, instant, line } from "../fields.ts";

const MAX_DROPS = 10;
const MAX_TRADED_PICKS = 20;
const tradeId = z.int().positive();

/** A pick of the next draft. */
const futurePick = z.strictObject({ round: z.int().positive().max(100), originalTeamId: id });
const playerIds = z.array(id).max(MAX_TRADED_PLAYERS);
const drops = z.array(id).max(MAX_DROPS);
const picks = z.array(futurePick).max(MAX_TRADED_PICKS);

/** What a team gives, and the players whom it drops to make room for what it gets. */
const tradeSide = z.object({
	teamId: id,
	playerIds: z.array(id),
	picks: z.array(futurePick),
	/** Empty for the team that was asked, until it accepts. */
	dropIds: z.array(id),
});

const tradeState = z.enum([
	"offered",
	"countered",
	"withdrawn",
	"rejected",
	"expired",
	"accepted",
	"stopped",
	"failed",
	"executed",
]);

/**
 * Why an offer ended or an accepted trade was not made:
 * - `time`, `deadline`: the offer was not answered in 72 hours, or before the deadline of trades
 * - `moved`: a player or pick of the offer moved
 * - `manager-left`: a manager of the two teams left the league
 * - `commissioner`, `vote`: who stopped it; the commissioner says why
 * - the others: why it could not be made at the end of its review
 */
export const tradeReason = z.discriminatedUnion("code", [
	z.object({ code: z.enum(["time", "deadline", "moved", "manager-left"]) }),
	/** The votes against it, and how many are needed to stop it. */
	z.object({ code: z.literal("vote"), against: z.int().optional(), needed: z.int().optional() }),
	z.object({ code: z.literal("commissioner"), text: z.string() }),
	z.object({ code: z.literal("not-owned"), teamId: id, playerId: id }),
	z.object({ code: z.literal("pick-not-owned"), teamId: id }),
	z.object({ code: z.literal("no-room"), teamId: id }),
	z.object({ code: z.literal("injured-place"), teamId: id, playerId: id }),
	z.object({ code: z.literal("not-possible") }),
]);
export type TradeReason = z.output<typeof tradeReason>;

/** Who may stop an accepted trade: nobody, one of these people, or `needed` votes against it. */
const tradeDecider = z.discriminatedUnion("by", [
	z.object({ by: z.literal("nobody") }),
	z.object({ by: z.literal("commissioner"), userIds: z.array(id) }),
	z.object({
		by: z.literal("vote"),
		teamIds: z.array(id),
		needed: z.int().positive(),
		against: z.int().nonnegative(),
		inFavour: z.int().nonnegative(),
	}),
]);

/** A trade as the caller may see it: her own offers, and all trades that were accepted. */
const draftTrade = z.object({
	id: tradeId,
	/** The offer that this one counters; null if there is none, and for members who are not part of the trade. */
	countersId: tradeId.nullable(),
	/** The team that offers it. */
	from: tradeSide,
	to: tradeSide,
	state: tradeState,
	/** The message of the manager who offers it; empty for members who are not part of the trade. */
	message: z.string(),
	offeredAt: instant,
	/** When the offer ends unless it is accepted. */
	expiresAt: instant,
	acceptedAt: instant.nullable(),
	/** When the review ends, in season time; null before it is accepted. */
	reviewEndsAt: instant.nullable(),
	/** Whether the review is over, and the trade waits for the end of the round, because a player in it is locked. */
	waitsForRound: z.boolean(),
	decidedAt: instant.nullable(),
	reason: tradeReason.nullable(),
	/** Null unless it is accepted and not decided. */
	decider: tradeDecider.nullable(),
	/** Whether the caller's team has voted against it; null if it has not voted. */
	isVotedAgainst: z.boolean().nullable(),
	/** Whether the caller manages one of the teams. */
	isOwn: z.boolean(),
	/** What the caller may do with it now. Every call checks again. */
	may: z.object({
		accept: z.boolean(),
		reject: z.boolean(),
		counter: z.boolean(),
		withdraw: z.boolean(),
		vote: z.boolean(),
		/** Stop or approve it. */
		decide: z.boolean(),
	}),
});
export type DraftTrade = z.output<typeof draftTrade>;

/** A player with what is needed to check and compare trades. */
const tradedPlayer = z.object({
	playerId: id,
	position: z.array(line),
	/** Points that she is expected to score in each round that is left. */
	pointsByRound: z.array(z.number()),
	/** The variance of her points in all of these rounds together. */
	variance: z.number(),
	/** Whether she is in the injured place. */
	isInjured: z.boolean(),
	/** Whether she is in an accepted trade. */
	isReserved: z.boolean(),
	/** Whether she is one of the best, who are not dropped. */
	isProtected: z.boolean(),
	/** Whether her trade would wait for the end of the round. */
	isLocked: z.boolean(),
});

/** What an offer can be made of. */
const tradeTeam = z.object({
	teamId: id,
	/** Whether somebody manages it who can answer. */
	isManaged: z.boolean(),
	/** Whether it can still win the league. */
	isInContention: z.boolean(),
	players: z.array(tradedPlayer),
	/** Picks of the next draft; empty in leagues that start anew each season. */
	picks: z.array(futurePick.extend({ isReserved: z.boolean() })),
});
export type TradeTeam = z.output<typeof tradeTeam>;

export const listTrades = defineCall("GET", "/draft/trades/:id", {
	...readAsMember,
	summary:
		"Extension: trades between the managers of a draft league, newest first: the caller's own, and others once they are accepted; for its members. Tokens read the caller's own offers and messages with `read:team` only",
	success: z.object({
		/** Whether trades can be offered and accepted now. */
		isOpen: z.boolean(),
		/** The round before which trades are offered and accepted; null for none. */
		deadlineRoundId: id.nullable(),
		review: z.enum(TRADE_REVIEWS),
		/** How long a review takes, in hours; 0 for none. */
		reviewHours: z.int().nonnegative(),
		trades: z.array(draftTrade),
	}),
});

export const showTradeTeams = defineCall("GET", "/draft/trades/:id/teams", {
	...readAsMember,
	summary: "Extension: the squads and picks of a draft league with what trades are checked by; for its members",
	success: z.object({ teams: z.array(tradeTeam) }),
});

const tradeOffer = z.strictObject({
	/** What the caller's team gives. */
	playerIds,
	picks: picks.default([]),
	/** What it gets. */
	wantedIds: playerIds,
	wantedPicks: picks.default([]),
	/** Whom it drops to have room. */
	dropIds: drops.default([]),
	message: z.string().max(MAX_TRADE_MESSAGE_LENGTH).default(""),
});
/** What a team gives and gets in an offer, as the server receives it. */
export type TradeOffer = z.output<typeof tradeOffer>;
const changed = z.object({ trade: draftTrade });

export const offerTrade = defineCall("POST", "/draft/trades/:id", {
	...changeOwnTeam,
	summary: "Extension: offer a trade to another team of a draft league; private to both managers until it is accepted",
	body: tradeOffer.extend({ toTeamId: id }),
	success: changed,
});

export const counterTrade = defineCall("POST", "/draft/trades/:id/counter", {
	...changeOwnTeam,
	summary: "Extension: answer an offer with another one, which replaces it",
	body: tradeOffer.extend({ tradeId }),
	success: changed,
});

export const acceptTrade = defineCall("POST", "/draft/trades/:id/accept", {
	...changeOwnTeam,
	summary: "Extension: accept an offer, with the players whom the caller's team drops to have room",
	body: z.strictObject({ tradeId, dropIds: drops.default([]) }),
	success: changed,
});

const oneTrade = z.strictObject({ tradeId });

export const rejectTrade = defineCall("POST", "/draft/trades/:id/reject", {
	...changeOwnTeam,
	summary: "Extension: reject an offer",
	body: oneTrade,
	success: changed,
});

export const withdrawTrade = defineCall("POST", "/draft/trades/:id/withdraw", {
	...changeOwnTeam,
	summary: "Extension: withdraw an offer of the caller's team that is not accepted",
	body: oneTrade,
	success: changed,
});

export const voteOnTrade = defineCall("POST", "/draft/trades/:id/vote", {
	...actInLeague,
	summary: "Extension: vote on an accepted trade of two other managers; a third of them against it stops it",
	body: z.strictObject({ tradeId, isAgainst: z.boolean() }),
	success: changed,
});

export const stopTrade = defineCall("POST", "/draft/trades/:id/stop", {
	...actInLeague,
	summary: "Extension: stop an accepted trade with a reason; only who reviews it, never one of its managers",
	body: z.strictObject({ tradeId, reason: z.string().min(1).max(MAX_TRADE_MESSAGE_LENGTH) }),
	success: changed,
});

export const approveTrade = defineCall("POST", "/draft/trades/:id/approve", {
	...actInLeague,
	summary: "Extension: end the review of an accepted trade; only who reviews it, never one of its managers",
	body: oneTrade,
	success: changed,
});
