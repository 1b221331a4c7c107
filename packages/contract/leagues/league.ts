import { LEAGUE_CLASSES, LEAGUE_STATUSES } from "@first-bounce/rules/leagues/league";
import { LEAGUE_ROLES } from "@first-bounce/rules/leagues/league-permissions";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { readAsMember, readLeague } from "../call-access.ts";
import { draftStatus } from "../draft/draft-board.ts";
import { createPaging, id, instant, nextPage, recordByRound, roundId, teamAndOwner } from "../fields.ts";
import { changeableSettings, headToHeadSettings, leaguePrivacy, leagueType, tiebreaker } from "./league-settings.ts";

export const leagueColour = z.string();
/** In upper case. Codes have six characters; up to 12 are valid, so that a mistyped one is answered as not found. */
export const leagueCode = z
	.string()
	.trim()
	.regex(/^[A-Za-z0-9]{1,12}$/, "letters-and-digits")
	.transform((code) => code.toUpperCase());

const leagueRole = z.enum(LEAGUE_ROLES);
/** The names of a deactivated account are empty. */
const leader = z.object({ userId: id, teamName: z.string(), fullName: z.string() });

/** A league in lists and for non-members. */
export const leagueSummary = z.object({
	id,
	name: z.string(),
	code: z.string(),
	type: leagueType,
	...changeableSettings.shape,
	/** In a draft league every player belongs to at most one team; it is head-to-head. */
	class: z.enum(LEAGUE_CLASSES),
	/** The state of a draft league's draft; null in others. */
	draftStatus: draftStatus.nullable(),
	/** Whether a draft league has a page on keepers: what its players cost next season or, in a new one, whom its teams keep. */
	hasKeepers: z.boolean(),
	/** When a draft league's draft is to start; null if that is not set, and in others. */
	draftStart: instant.nullable(),
	/**
	 * The most teams: a size of the season's if head-to-head, its limit if open, at most rounds + 1 with elimination, 4 to 14
	 * with a draft.
	 */
	size: z.int(),
	numTeams: z.int(),
	/** Teams of a draft league without a manager, robots included: who joins a full one takes one over. 0 in others. */
	unmanagedTeams: z.int(),
	startId: roundId,
	/** `scheduled` until the start round plays, `complete` with the season. */
	status: z.enum(LEAGUE_STATUSES),
	/** The tab that the league opens at. */
	landing: z.enum(["ladder", "fixtures", "about"]),
	hasFixture: z.boolean(),
	leagueCommissioner: leader.extend({ supportedSquadId: id.nullable() }),
	/** Path of the picture, or null. It changes with the version. */
	avatar: z.string().nullable(),
	avatarVersion: z.int(),
	colour: leagueColour,
	...headToHeadSettings.shape,
	/** Only in head-to-head leagues, as the tiebreaker; null in others. */
	finals: z.boolean().nullable(),
	h2hTiebreaker: tiebreaker.nullable(),
	isMember: z.boolean(),
});
export type LeagueSummary = z.output<typeof leagueSummary>;

/** What the caller may do to a league now. Every call checks again. */
const leaguePermissions = z.object({
	edit: z.boolean(),
	invite: z.boolean(),
	join: z.boolean(),
	leave: z.boolean(),
	removeUsers: z.boolean(),
	delete: z.boolean(),
	changePrivacy: z.boolean(),
	changeStart: z.boolean(),
	announce: z.boolean(),
	moderate: z.boolean(),
	nameDeputies: z.boolean(),
	handOver: z.boolean(),
	webhooks: z.boolean(),
});

const ownPlace = {
	/** Her rank to date; null before the league starts, and for non-members. */
	rank: z.int().nullable(),
	/** The round in which she went out of an elimination league; null while she is in it. */
	outInRound: roundId.nullable(),
};

/** A league as its members see it. */
export const league = leagueSummary.extend({
	isCommissioner: z.boolean(),
	/** The caller's role; null for non-members. */
	role: leagueRole.nullable(),
	/** In the order in which they were named; for members only. */
	deputies: z.array(leader),
	/**
	 * The member to whom the league was last offered. The commissioner sees every offer, and the member hers while she can accept
	 * it; null for others.
	 */
	handOver: leader.extend({ expiresAt: instant, state: z.enum(["open", "declined", "expired"]) }).nullable(),
	/** Pairs of team ids [home, away] by round id, empty for finals without teams yet. Null until drawn. */
	fixture: recordByRound(z.array(z.tuple([id, id]))).nullable(),
	/** The round of the grand final; null without finals or a fixture. */
	grandFinalId: roundId.nullable(),
	/** The round of the semi-finals; null without a finals series or a fixture. */
	semiFinalId: roundId.nullable(),
	may: leaguePermissions,
	...ownPlace,
	createdAt: instant,
});
export type League = z.output<typeof league>;

export const showMyLeagues = defineCall("GET", "/fantasy/leagues", {
	access: "active",
	scope: "read:leagues",
	summary: "The leagues of the signed-in user, newest membership first",
	query: z.strictObject({ ...createPaging(10), privacy: leaguePrivacy.optional() }),
	success: z.object({
		leagues: z.array(leagueSummary.extend({ ...ownPlace, isCommissioner: z.boolean() })),
		nextPage,
	}),
});

export const showLeague = defineCall("GET", "/fantasy/league/:id", {
	...readLeague,
	summary: "A league: any public one, or a private one the caller is in or invited to",
	success: z.object({ league }),
});

export const showLeagueByCode = defineCall("GET", "/public/fantasy/league/:code/details", {
	access: "everyone",
	summary: "The league with this code; a pending invitation also opens it by its former code",
	params: z.strictObject({ code: leagueCode }),
	query: z.strictObject({ invite: z.string().max(100).optional() }),
	success: z.object({
		league: leagueSummary,
		/** Team names of the longest-standing members, up to twelve. */
		members: z.array(z.string()),
	}),
});

export const showLeaguesToJoin = defineCall("GET", "/fantasy/league/show-for-join", {
	access: "everyone",
	summary: "Public leagues with free spots, searched by part of the name, ignoring accents, or by code",
	query: z.strictObject({
		...createPaging(20),
		search: z.string().trim().max(60).default(""),
		type: leagueType.optional(),
		/** A draft league is head-to-head too. */
		class: z.enum(LEAGUE_CLASSES).optional(),
	}),
	success: z.object({ leagues: z.array(leagueSummary), nextPage }),
});

const leagueUser = z.object({
	userId: id,
	...teamAndOwner,
	isCommissioner: z.boolean(),
	role: leagueRole,
	joinedAt: instant,
});
export type LeagueUser = z.output<typeof leagueUser>;

export const showLeagueUsers = defineCall("GET", "/fantasy/league/:id/league-users", {
	...readAsMember,
	summary: "A league's members in the order in which they joined; for its members",
	query: z.strictObject(createPaging(20)),
	success: z.object({ users: z.array(leagueUser), nextPage, total: z.int() }),
});
