import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams, instant, teamName } from "../fields.ts";
import { OPERATOR_ROLES } from "../operator-role.ts";
import { cursorPaging, nextBefore, reason, withIdAndReason } from "./operator.ts";

const account = z.object({
	id,
	name: z.string(),
	email: z.string(),
	teamName: z.string().nullable(),
	avatarVersion: z.int(),
	isActive: z.boolean(),
	isOperator: z.boolean(),
	/** Null unless it is an operator's. Left out by processes of the previous release, in which every operator is an owner. */
	operatorRole: z.enum(OPERATOR_ROLES).nullable().optional(),
	isDemo: z.boolean(),
	/** Null if the account is not suspended. */
	suspension: z
		.object({
			reason: z.string(),
			since: instant,
			/** Null if it lasts until an operator lifts it. */
			until: instant.nullable(),
		})
		.nullable(),
	hasPassword: z.boolean(),
	createdAt: instant,
});
export type AccountEntry = z.output<typeof account>;

const details = account.extend({
	emailVerifiedAt: instant.nullable(),
	issuers: z.array(z.string()),
	openSessions: z.int(),
	passkeys: z.int().optional(),
	accessTokens: z.int().optional(),
	lastSeenAt: instant.nullable(),
});

export const findUsers = defineCall("GET", "/operator/users", {
	role: "moderator",
	summary: "Accounts by part of the name, address or team name, at most fifty",
	query: z.strictObject({ search: z.string().max(100).optional() }),
	success: z.object({ users: z.array(account) }),
});

export const showUserAccount = defineCall("GET", "/operator/users/:id", {
	role: "moderator",
	summary: "An account with its sign-in methods and last activity",
	params: idParams,
	success: z.object({ user: details }),
});

export const setUserActive = defineCall("POST", "/operator/users/:id/active", {
	role: "owner",
	summary: "Deactivate an account and end every way into it but its password, or reactivate it; its team keeps scoring",
	params: idParams,
	body: z.strictObject({ reason, active: z.boolean() }),
	success: z.object({ user: details }),
});

/** Refused for the caller's own account, the last operator and demo accounts. */
export const suspendUser = defineCall("POST", "/operator/users/:id/suspend", {
	role: "moderator",
	summary:
		"Suspend an account until a time or until it is lifted, or change its suspension; its owner is notified by mail",
	params: idParams,
	body: z.strictObject({ reason, until: instant.nullable() }),
	success: z.object({ user: details }),
});

export const liftSuspension = defineCall("POST", "/operator/users/:id/lift-suspension", {
	...withIdAndReason,
	role: "moderator",
	summary: "Lift an account's suspension early",
	success: z.object({ user: details }),
});

/** Refused for demo accounts and for the last owner. */
export const setOperatorRole = defineCall("POST", "/operator/users/:id/role", {
	role: "owner",
	summary:
		"Make an account an operator's, change what the operator may do, or end the role and its access to the console",
	params: idParams,
	body: z.strictObject({ reason, role: z.enum(OPERATOR_ROLES).nullable() }),
	success: z.object({
		user: details,
		/** For a new operator: the code for setting up the second factor within a day, shown only this time. */
		setupCode: z.string().nullable(),
	}),
});

export const signUserOut = defineCall("POST", "/operator/users/:id/sign-out", {
	...withIdAndReason,
	role: "owner",
	summary:
		"End every session of an account, and remove its passkeys, access tokens and mailed links; its owner gets a mail",
	success: z.object({ user: details }),
});

export const mailPasswordReset = defineCall("POST", "/operator/users/:id/password-reset", {
	...withIdAndReason,
	role: "owner",
	summary: "Mail an account a link to set a new password",
	success: z.object({ sent: z.literal(true) }),
});

const chosenName = z.object({
	kind: z.enum(["team", "league"]),
	/** The user's or the league's id. */
	id,
	name: z.string(),
	/** Path of the picture; null for none. */
	picture: z.string().nullable(),
	/** The name of the user who chose it. */
	owner: z.string(),
	/** The names of a league's deputies, who may change its name and picture too; empty for a team. */
	deputies: z.array(z.string()),
	at: instant,
});
export type NameEntry = z.output<typeof chosenName>;

export const listNames = defineCall("GET", "/operator/names", {
	role: "viewer",
	summary: "Names and pictures of teams or leagues, newest first, optionally by part of the name",
	query: z.strictObject({ ...cursorPaging, kind: z.enum(["team", "league"]), search: z.string().max(60).optional() }),
	success: z.object({ names: z.array(chosenName), nextBefore }),
});

/** If `rename` is true without a `name`, a neutral name is generated. The owner is mailed the reason. */
export const moderateName = defineCall("POST", "/operator/names/:id", {
	role: "moderator",
	summary: "Rename a team or a league, or remove its picture",
	params: idParams,
	body: z.strictObject({
		reason,
		kind: z.enum(["team", "league"]),
		rename: z.boolean(),
		name: teamName.optional(),
		removePicture: z.boolean(),
	}),
	success: z.object({ name: chosenName }),
});

const reportKind = z.enum(["announcement", "message"]);

const report = z.object({
	/** Unique within its kind. An announcement is a message that is or was pinned. */
	id,
	kind: reportKind,
	leagueId: id,
	leagueName: z.string(),
	/** The team name of the writer. */
	teamName: z.string(),
	text: z.string(),
	/** How many members have reported it. */
	reports: z.int(),
	at: instant,
});

export const listReports = defineCall("GET", "/operator/reports", {
	role: "moderator",
	summary: "Reported announcements and messages of leagues that no operator has reviewed yet, the oldest report first",
	query: z.strictObject({ skip: z.coerce.number().pipe(z.int().nonnegative().max(1_000_000)).optional() }),
	success: z.object({
		reports: z.array(report),
		/** The `skip` of the next page; null on the last one. */
		nextSkip: z.int().nullable().optional(),
	}),
});

export const settleReport = defineCall("POST", "/operator/reports/:id", {
	role: "moderator",
	summary: "Hide a reported announcement or message, or keep it",
	params: idParams,
	body: z.strictObject({
		reason,
		kind: reportKind.default("announcement"),
		hide: z.boolean(),
		/** For how long the writer is muted in the league. */
		muteDays: z.int().nonnegative().max(365).default(0),
	}),
	success: z.object({ settled: z.literal(true) }),
});
