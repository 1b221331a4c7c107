import { z } from "zod";
import { count, id, instant, managerId, roundId } from "../fields.ts";

/** A team in a card. The name is empty if its account is deactivated. */
const cardTeam = z.object({ teamId: id, userId: managerId, teamName: z.string() });
export type CardTeam = z.output<typeof cardTeam>;

const points = z.int();
const scoredTeam = cardTeam.extend({ points });
/** The match-up's index in the round; left out if it is that in the card's list. */
const index = z.int().nonnegative().optional();
const matchUp = z.object({
	index,
	home: scoredTeam,
	away: scoredTeam,
	isGrandFinal: z.boolean(),
	isSemiFinal: z.boolean(),
	/** Whether it is a game of teams outside the finals. */
	isConsolation: z.boolean().default(false),
});
export type CardMatchUp = z.output<typeof matchUp>;

/** The game of the team with a bye against the league's average; left out in a league or round without it. */
const averageGame = z.object({ team: scoredTeam, average: points }).optional();
export type CardAverageGame = NonNullable<z.output<typeof averageGame>>;

/** Who went out of an elimination league in a round. */
const elimination = z.object({
	out: z.array(scoredTeam.extend({ reason: z.enum(["lowest", "left"]) })),
	/** How many teams are left. */
	alive: z.int().positive(),
	/** The only team left; null before. */
	winner: cardTeam.nullable(),
});
export type CardElimination = z.output<typeof elimination>;

/**
 * A round's results. `matchUps` is empty in a league without match-ups, `elimination` null in all but elimination leagues,
 * and in these once they are decided.
 */
const resultsCard = z.object({
	type: z.literal("results"),
	best: scoredTeam.nullable(),
	matchUps: z.array(matchUp),
	elimination: elimination.nullable().default(null),
	/** The league's median, against which each team of a match-up plays too; null in a league or round without it. */
	median: z.number().nullable().default(null),
	averageGame,
});

/** How a correction of a round has changed who went out of an elimination league in it. */
const correctionCard = z.object({
	type: z.literal("correction"),
	/** Teams that were out and are alive again at the end of the round. */
	back: z.array(cardTeam),
	/** Teams that are out instead. */
	out: z.array(scoredTeam),
});

/** A round's trades whose players are both locked. */
const tradesCard = z.object({
	type: z.literal("trades"),
	trades: z.array(z.object({ team: cardTeam, playerInId: id, playerOutId: id })),
	/** How many further trades the card leaves out. */
	more: count,
});

/** The league's records that a round has set, each with the record before (`former`); null for a record that it has not set. */
const recordsCard = z.object({
	type: z.literal("records"),
	highest: z.object({ team: cardTeam, points, former: points }).nullable(),
	biggestWin: z.object({ team: cardTeam, against: cardTeam, margin: points, former: points }).nullable(),
	streak: z.object({ team: cardTeam, wins: z.int().positive() }).nullable(),
});

const move = z.object({ team: cardTeam, from: z.int().positive(), to: z.int().positive() });

/** A summary of a league's round. */
const recapCard = z.object({
	type: z.literal("recap"),
	matchUps: z.array(matchUp),
	elimination: elimination.nullable().default(null),
	/** The league's median, against which each team of a match-up plays too; null in a league or round without it. */
	median: z.number().nullable().default(null),
	averageGame,
	best: scoredTeam.nullable(),
	/** The match-up with the smallest margin. */
	closest: matchUp.nullable(),
	/** The bench player who would have added the most points in place of a player on field. */
	regret: z.object({ team: cardTeam, benchId: id, fieldId: id, gain: points }).nullable(),
	/** The biggest move up the ladder, and the biggest down. */
	up: move.nullable(),
	down: move.nullable(),
	next: z.object({ roundId, matchUps: z.array(z.object({ index, home: cardTeam, away: cardTeam })) }).nullable(),
});

/** When the league drafts; null if the date was taken back. */
const draftScheduledCard = z.object({ type: z.literal("draft-scheduled"), startsAt: instant.nullable() });
const draftStartedCard = z.object({ type: z.literal("draft-started") });

const draftPick = z.object({ team: cardTeam, playerId: id, overallPick: z.int().positive() });
const draftCompleteCard = z.object({
	type: z.literal("draft-complete"),
	firstPick: draftPick.nullable(),
	/** The pick that was taken the most picks after its projected place; null if none was. */
	bestPick: draftPick.extend({ difference: z.int().positive() }).nullable(),
});

/** What a team gives in a trade between managers, and whom it drops. */
const tradedSide = z.object({
	team: cardTeam,
	playerIds: z.array(id),
	dropIds: z.array(id),
	/** Picks of the next draft, with the team that had them first. */
	picks: z.array(z.object({ round: z.int().positive(), original: cardTeam })),
});
const tradeAcceptedCard = z.object({ type: z.literal("trade-accepted"), from: tradedSide, to: tradedSide });
const tradeDecidedCard = z.object({
	type: z.literal("trade-decided"),
	from: tradedSide,
	to: tradedSide,
	outcome: z.enum(["executed", "stopped", "failed"]),
});
/** Who got whom in a waiver run. What failed is private. */
const firstWaiversCard = z.object({
	type: z.literal("waivers-first"),
	claims: z.array(
		z.object({
			team: cardTeam,
			playerId: id,
			dropId: id.nullable(),
			/** What she cost in dollars; null where nobody bids. */
			bid: count.nullable(),
		}),
	),
});
const secondWaiversCard = firstWaiversCard.extend({ type: z.literal("waivers-second") });

/** What an undo or a correction of squads has moved. */
const squadsChangedCard = z.object({
	type: z.literal("squads-changed"),
	action: z.enum(["undo", "correction"]),
	/** The team of who did or proposed it; null for the operator. */
	by: cardTeam.nullable(),
	reason: z.string(),
	/** Whether that team had claimed the player in the run that was undone. */
	hadClaim: z.boolean(),
	/** `from` and `to` are null where nobody owned or owns the player. */
	moves: z.array(z.object({ playerId: id, from: cardTeam.nullable(), to: cardTeam.nullable() })),
});

/** A card that the game posts in a conversation. It contains facts, which each reader sees in her language. */
export const leagueCard = z.discriminatedUnion("type", [
	resultsCard,
	tradesCard,
	recordsCard,
	recapCard,
	correctionCard,
	draftScheduledCard,
	draftStartedCard,
	draftCompleteCard,
	tradeAcceptedCard,
	tradeDecidedCard,
	firstWaiversCard,
	secondWaiversCard,
	squadsChangedCard,
]);
export type LeagueCard = z.output<typeof leagueCard>;
