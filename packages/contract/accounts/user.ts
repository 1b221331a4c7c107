import { z } from "zod";
import { defineCall } from "../call.ts";
import { birthday, country, email, gender, id, personName, state, teamName } from "../fields.ts";

/** The profile from the identity provider; null for accounts with a password only. */
const identityProfile = z
	.object({
		issuer: z.string(),
		/** The user's id at the provider: the claim `sub` of the identity token. */
		sub: z.string(),
		firstName: z.string().nullable(),
		lastName: z.string().nullable(),
		email: z.string().nullable(),
	})
	.nullable();

/** The signed-in user. `fantasyTeamName` is null until registration is complete. */
export const user = z.object({
	id,
	/** The same as `id`. */
	userId: id,
	firstName: z.string(),
	lastName: z.string(),
	email: z.string(),
	emailVerified: z.boolean(),
	isActive: z.boolean(),
	isOperator: z.boolean(),
	/** Whether the account has a password, also if this server does not accept passwords. */
	hasPassword: z.boolean(),
	fantasyTeamName: z.string().nullable(),
	birthday: z.string().nullable(),
	gender: gender.nullable(),
	state: state.nullable(),
	country: z.string().nullable(),
	/** 0 for no picture (`buildAvatarPath`). */
	avatarVersion: z.int(),
	supportedSquadId: id.nullable(),
	aflIdProfile: identityProfile,
});
export type User = z.output<typeof user>;

/** The fields of the registration form, in the order in which their errors are reported. */
export const registrationFields = {
	fantasyTeamName: teamName,
	/** Only with the country AU. */
	state: state.optional(),
	gender,
	country: country.optional(),
	terms: z.literal(true),
	supportedSquadId: id.optional(),
	birthday,
	sponsorOptIn: z.boolean().optional(),
};

export const getUser = defineCall("GET", "/user", {
	access: "signed-in",
	summary: "The signed-in user",
	success: z.object({ user }),
});

export const showMyProfile = defineCall("GET", "/fantasy/user-profile/show-my", {
	access: "signed-in",
	summary: "The signed-in user's fantasy profile",
	success: z.object({ userProfile: z.object({ teamName: z.string().nullable() }) }),
});

/** Local sign-up: the registration form plus name, email address and password. */
export const registerUser = defineCall("POST", "/user/register", {
	access: "everyone",
	summary: "Sign up with email and password",
	body: z.strictObject({
		firstName: personName,
		lastName: personName,
		email,
		password: z.string().max(200),
		...registrationFields,
	}),
	success: z.object({ user, sessionId: z.string() }),
});

const checkTeamNameCall = {
	access: "everyone",
	body: z.strictObject({ teamName: z.string().max(200) }),
	success: z.object({ isAvailable: z.literal(true) }),
} as const;

export const checkTeamName = defineCall("POST", "/user/check-team-name", {
	...checkTeamNameCall,
	summary: "Whether a team name is available and allowed",
});

export const checkTeamNamePublic = defineCall("POST", "/public/fantasy/user-profile/check-team-name", {
	...checkTeamNameCall,
	summary: "The same check at its public address",
});
