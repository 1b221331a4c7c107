// "Extension:" in a summary marks what First Bounce adds to the API that it follows (docs/api.md).
import { z } from "zod";
import { defineCall } from "../call.ts";
import { birthday, country, email, gender, id, personName, state, teamName } from "../fields.ts";
import { user } from "./user.ts";

export const updateUser = defineCall("POST", "/user/update", {
	access: "active",
	summary: "Change the given fields of the user; a picture is sent as multipart in the part `avatar`",
	body: z.strictObject({
		firstName: personName.optional(),
		lastName: personName.optional(),
		gender: gender.optional(),
		birthday: birthday.optional(),
		/** Null clears; a country other than AU clears the state too. */
		country: country.nullable().optional(),
		/** Only with the country AU. */
		state: state.nullable().optional(),
		supportedSquadId: id.nullable().optional(),
		sponsorOptIn: z.boolean().optional(),
		/** Null removes the picture. */
		avatar: z.null().optional(),
	}),
	success: z.object({ user }),
	picture: true,
});

export const renameTeam = defineCall("POST", "/fantasy/user-profile/update", {
	access: "active",
	summary: "Rename the user's team",
	body: z.strictObject({ teamName }),
	success: z.object({ userProfile: z.object({ teamName: z.string() }), user }),
});

export const deactivateAccount = defineCall("POST", "/user/deactivate-account", {
	access: "active",
	summary: "Deactivate the account and end its sessions; the team keeps scoring and can be recovered",
	success: z.object({ deactivated: z.literal(true) }),
});

export const eraseAccount = defineCall("POST", "/user/erase-account", {
	access: "signed-in",
	summary:
		"Extension: erase the signed-in user's personal data for good; the team's scores and ranks stay without a name",
	/** The password is required if the account can sign in with one. */
	body: z.strictObject({ password: z.string().max(200).optional() }),
	success: z.object({ erased: z.literal(true) }),
});

export const showDeactivatedUser = defineCall("POST", "/user/returning-user", {
	access: "inactive",
	summary: "The signed-in user of a deactivated account, for the form that recovers it",
	success: z.object({ user }),
});

/**
 * Paths call it recovering; this one is our own, because the specification gives none. The user may keep the former team name.
 */
export const reactivateUser = defineCall("POST", "/user/recover", {
	access: "inactive",
	summary: "Extension: reactivate a deactivated account with its team",
	body: z.strictObject({ teamName, terms: z.literal(true), sponsorOptIn: z.boolean().optional() }),
	success: z.object({ user }),
});

export const requestEmailVerification = defineCall("POST", "/user/verify-email/request", {
	access: "active",
	summary: "Extension: mail a link that verifies the address, unless it is verified already",
	/** `sent` is false if the address is verified already. */
	success: z.object({ sent: z.boolean() }),
});

const mailedToken = z.string().regex(/^[\w-]{43}$/);

export const verifyEmail = defineCall("POST", "/user/verify-email", {
	access: "everyone",
	summary: "Extension: verify an address by the mailed token, including a new one from change-email",
	body: z.strictObject({ token: mailedToken }),
	success: z.object({ email }),
});

/** Refused with 409 no-password if the account has no password at this server. */
export const changeEmail = defineCall("POST", "/user/change-email", {
	access: "active",
	summary: "Extension: mail a link to a new address, which replaces the old one once the link is followed",
	body: z.strictObject({ email, password: z.string().max(200) }),
	success: z.object({ sent: z.literal(true) }),
});

/** Ends every session, and starts a new one for this device. Also removes passkeys, access tokens and mailed links. */
export const changePassword = defineCall("POST", "/user/change-password", {
	access: "active",
	summary: "Extension: change the password with the current one; ends all other sessions, passkeys and access tokens",
	body: z.strictObject({ password: z.string().max(200), newPassword: z.string().max(200) }),
	success: z.object({ user, sessionId: z.string() }),
});

export const requestPasswordReset = defineCall("POST", "/password_reset/request", {
	access: "everyone",
	summary: "Mail a link to set a new password; the same response for an unknown address",
	body: z.strictObject({ email }),
	success: z.object({ sent: z.literal(true) }),
});

export const resetPassword = defineCall("POST", "/password_reset", {
	access: "everyone",
	summary:
		"Set a new password by the mailed token, which works once and for an hour; ends all sessions, passkeys and access tokens",
	body: z.strictObject({ token: mailedToken, password: z.string().max(200) }),
	success: z.object({ reset: z.literal(true) }),
});
