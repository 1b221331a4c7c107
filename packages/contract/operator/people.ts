import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, idInPath, instant, teamName } from "../fields.ts";
import { nextBefore, pageBelow, reason } from "./operator.ts";

const account = z.object({
	id,
	name: z.string(),
	email: z.string(),
	teamName: z.string().nullable(),
	avatarVersion: z.int(),
	isActive: z.boolean(),
	isOperator: z.boolean(),
	/** It belongs to the demo. */
	isDemo: z.boolean(),
	/** Null where the account is not suspended. */
	suspension: z
		.object({
			reason: z.string(),
			since: instant,
			/** Null: until an operator lifts it. */
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
	lastSeenAt: instant.nullable(),
});

const inPath = z.strictObject({ id: idInPath });
const byOperator = { access: "operator", query: emptyObject } as const;
const withReason = z.strictObject({ reason });

export const findUsers = defineCall({
	method: "GET",
	path: "/operator/users",
	access: "operator",
	summary: "Accounts by a part of name, address or team name, at most fifty",
	params: emptyObject,
	query: z.strictObject({ search: z.string().max(100).optional() }),
	body: emptyObject,
	success: z.object({ users: z.array(account) }),
});

export const showUserAccount = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/users/:id",
	summary: "An account with how she signs in and when she was last here",
	params: inPath,
	body: emptyObject,
	success: z.object({ user: details }),
});

export const setUserActive = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/users/:id/active",
	summary: "Deactivate an account, ending its sessions, or open it again; its team keeps scoring",
	params: inPath,
	body: z.strictObject({ reason, active: z.boolean() }),
	success: z.object({ user: details }),
});

/** Refused for the caller herself, the last operator and the demo's accounts. */
export const suspendUser = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/users/:id/suspend",
	summary:
		"Suspend an account until an instant, or until it is lifted, or change its suspension; its owner is told by mail",
	params: inPath,
	body: z.strictObject({ reason, until: instant.nullable() }),
	success: z.object({ user: details }),
});

export const liftSuspension = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/users/:id/lift-suspension",
	summary: "Lift the suspension of an account before its end",
	params: inPath,
	body: withReason,
	success: z.object({ user: details }),
});

export const signUserOut = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/users/:id/sign-out",
	summary: "End every session of an account",
	params: inPath,
	body: withReason,
	success: z.object({ user: details }),
});

export const mailPasswordReset = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/users/:id/password-reset",
	summary: "Mail an account the link to set a new password",
	params: inPath,
	body: withReason,
	success: z.object({ sent: z.literal(true) }),
});

const named = z.object({
	kind: z.enum(["team", "league"]),
	/** The user's or the league's. */
	id,
	name: z.string(),
	/** Where its picture lies; null for none. */
	picture: z.string().nullable(),
	/** Who chose it. */
	owner: z.string(),
	at: instant,
});
export type NameEntry = z.output<typeof named>;

export const listNames = defineCall({
	method: "GET",
	path: "/operator/names",
	access: "operator",
	summary: "Names and pictures that people chose, the newest first: teams or leagues, all or by a part of the name",
	params: emptyObject,
	query: z.strictObject({ ...pageBelow, kind: z.enum(["team", "league"]), search: z.string().max(60).optional() }),
	body: emptyObject,
	success: z.object({ names: z.array(named), nextBefore }),
});

/** Without a name, one is given that nobody can object to; its owner hears why by mail. */
export const moderateName = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/names/:id",
	summary: "Rename a team or a league, or remove its picture",
	params: inPath,
	body: z.strictObject({
		reason,
		kind: z.enum(["team", "league"]),
		rename: z.boolean(),
		name: teamName.optional(),
		removePicture: z.boolean(),
	}),
	success: z.object({ name: named }),
});

const report = z.object({
	id,
	leagueId: id,
	leagueName: z.string(),
	teamName: z.string(),
	text: z.string(),
	reports: z.int(),
	at: instant,
});

export const listReports = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/reports",
	summary: "Announcements in leagues that members reported and nobody has looked at",
	params: emptyObject,
	body: emptyObject,
	success: z.object({ reports: z.array(report) }),
});

export const settleReport = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/reports/:id",
	summary: "Hide a reported announcement, or let it stand",
	params: inPath,
	body: z.strictObject({ reason, hide: z.boolean() }),
	success: z.object({ settled: z.literal(true) }),
});
