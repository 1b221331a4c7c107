import type { Passkey } from "@first-bounce/contract/accounts/passkeys";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyRequest } from "fastify";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { confirmPassword } from "../my-account/password.ts";
import type { AccountServices } from "../my-account/services.ts";
import { requireLocalLogin, type SignedIn } from "../sign-in/password-sign-in.ts";
import { requireNonDemoAccount, requireSignInAllowed } from "../users/account-access.ts";
import { getNamesAndAddress, getPasswordHash } from "../users/user-queries.ts";
import { authenticationResponse, registrationResponse } from "./credentials.ts";
import {
	buildAddingPurpose,
	deleteChallenge,
	deletePasskey,
	insertPasskey,
	listPasskeyRows,
	lockPasskey,
	lockPasskeyOwner,
	saveChallenge,
	updatePasskeyUse,
} from "./queries.ts";

/** WebAuthn's relying party, which passkeys are bound to. */
export interface RelyingParty {
	/** The host of PUBLIC_URL. */
	readonly id: string;
	/** The origins of the site. */
	readonly origins: readonly string[];
}

export interface PasskeyServices extends AccountServices {
	/** Whether users can sign in on a page of this server, because passkeys only work there. */
	readonly hasSignInPage: boolean;
	readonly relyingParty: RelyingParty;
}

type ChallengeServices = Pick<PasskeyServices, "db" | "clocks" | "relyingParty">;
interface SignInServices extends ChallengeServices {
	readonly throttle: Throttle;
	readonly limits: { readonly signInsPerMinute: number };
}

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
const MAX_PASSKEYS = 20;

/** Loaded when the first passkey is used instead of at startup, because the library has 300 files. */
const loadWebAuthn = () => import("@simplewebauthn/server");

const buildVerificationOptions = ({ id, origins }: RelyingParty, expectedChallenge: string) => ({
	expectedChallenge,
	// The library's type is a mutable list.
	expectedOrigin: [...origins],
	expectedRPID: id,
	// The passkey replaces a password, so the user must unlock it.
	requireUserVerification: true,
});

async function issueChallenge({ db, clocks }: ChallengeServices, purpose: string, challenge: string): Promise<void> {
	const now = clocks.wallNow();
	const expires_at = new Date(now + CHALLENGE_LIFETIME_MS);
	await saveChallenge(db, { purpose, challenge, expires_at }, new Date(now));
}

/** Deletes the challenge for a purpose and returns it. Refuses if there is none or it has expired. */
async function consumeChallenge({ db, clocks }: ChallengeServices, purpose: string): Promise<string> {
	const challenge = await deleteChallenge(db, purpose, new Date(clocks.wallNow()));
	if (challenge === null) throw refuse(401, "passkey-expired");
	return challenge;
}

export async function listPasskeys({ db }: Pick<PasskeyServices, "db">, userId: UserId): Promise<Passkey[]> {
	const rows = await listPasskeyRows(db, userId);
	return rows.map(({ id, name, created_at, last_used_at }) => ({
		id,
		name,
		createdAt: created_at.toISOString(),
		lastUsedAt: formatInstant(last_used_at),
	}));
}

/** Confirms the password and returns the options with which the browser creates a passkey. */
export async function startPasskey(services: PasskeyServices, userId: UserId, password: string) {
	const { db, relyingParty, localLogin, hasSignInPage } = services;
	requireLocalLogin({ isEnabled: localLogin.isEnabled && hasSignInPage });
	await requireNonDemoAccount(db, userId);
	await confirmPassword(services, userId, password);
	const passkeys = await listPasskeyRows(db, userId);
	if (passkeys.length >= MAX_PASSKEYS) throw refuse(409, "too-many-passkeys", { max: MAX_PASSKEYS });
	const owner = await getNamesAndAddress(db, userId);
	const { generateRegistrationOptions } = await loadWebAuthn();
	const options = await generateRegistrationOptions({
		rpName: "First Bounce",
		rpID: relyingParty.id,
		userName: owner.email,
		userDisplayName: `${owner.first_name} ${owner.last_name}`,
		userID: new TextEncoder().encode(String(userId)),
		attestationType: "none",
		excludeCredentials: passkeys.map(({ id }) => ({ id })),
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
	});
	await issueChallenge(services, buildAddingPurpose(userId), options.challenge);
	return options;
}

/** Adds the passkey that the browser created. */
export async function addPasskey(
	services: PasskeyServices,
	userId: UserId,
	{ name, credential }: { readonly name: string; readonly credential: unknown },
): Promise<void> {
	const { db, clocks, relyingParty } = services;
	const passwordHash = await getPasswordHash(db, userId);
	const challenge = await consumeChallenge(services, buildAddingPurpose(userId));
	const response = registrationResponse.safeParse(credential);
	if (!response.success) throw refuse(422, "passkey-refused");
	const { verifyRegistrationResponse } = await loadWebAuthn();
	const verified = await verifyRegistrationResponse({
		response: response.data,
		...buildVerificationOptions(relyingParty, challenge),
	}).catch(() => null);
	if (!verified?.verified) throw refuse(422, "passkey-refused");
	const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
	await db.transaction().execute(async (trx) => {
		const owner = await lockPasskeyOwner(trx, userId);
		// The password may have changed after this request began, which ends its session.
		if (owner.password_hash !== passwordHash || !owner.is_active) throw refuse(401, "passkey-expired");
		if ((await listPasskeyRows(trx, userId)).length >= MAX_PASSKEYS)
			throw refuse(409, "too-many-passkeys", { max: MAX_PASSKEYS });
		const isNew = await insertPasskey(trx, {
			id,
			user_id: userId,
			name,
			public_key: Buffer.from(publicKey),
			counter,
			transports: transports ?? [],
			created_at: new Date(clocks.wallNow()),
		});
		if (!isNew) throw refuse(409, "passkey-known");
	});
}

/** Removes a passkey; refuses if the account has neither a password nor another passkey. */
export const removePasskey = ({ db, localLogin }: PasskeyServices, userId: UserId, id: string): Promise<void> =>
	db.transaction().execute(async (trx) => {
		const owner = await lockPasskeyOwner(trx, userId);
		if (!(await deletePasskey(trx, userId, id))) throw refuse(404, "passkey-unknown");
		const hasPassword = owner.password_hash !== null && localLogin.isEnabled;
		if (!hasPassword && (await listPasskeyRows(trx, userId)).length === 0) throw refuse(409, "last-way-in");
	});

/** Refuses if a passkey was removed. Waits for a change of the account that is in progress. */
const requirePasskey = (
	{ db }: Pick<SignInServices, "db">,
	{ id, user_id }: { readonly id: string; readonly user_id: UserId },
): Promise<void> =>
	db.transaction().execute(async (trx) => {
		await lockPasskeyOwner(trx, user_id);
		if (!(await lockPasskey(trx, id))) throw refuse(401, "passkey-unknown");
	});

/** Signs in with passkeys on the sign-in page. `signInId` identifies the sign-in in progress. */
export interface PasskeySignIn {
	/** Returns the options for the browser as JSON. */
	readonly start: (signInId: string) => Promise<string>;
	/** Verifies the browser's response and returns the user whose passkey it is. */
	readonly finish: (signInId: string, credential: unknown, request: FastifyRequest) => Promise<SignedIn>;
}

export function createPasskeySignIn(services: SignInServices): PasskeySignIn {
	const { db, clocks, relyingParty, throttle, limits } = services;
	return {
		start: async (signInId) => {
			// Without a list, the browser offers every passkey that it has for this site.
			const { generateAuthenticationOptions } = await loadWebAuthn();
			const options = await generateAuthenticationOptions({ rpID: relyingParty.id, userVerification: "required" });
			await issueChallenge(services, `sign in ${signInId}`, options.challenge);
			return JSON.stringify(options);
		},
		finish: async (signInId, credential, request) => {
			await throttle.attempt(`sign-in from ${getClientNetwork(request)}`, { max: limits.signInsPerMinute });
			const challenge = await consumeChallenge(services, `sign in ${signInId}`);
			const { data: response } = authenticationResponse.safeParse(credential);
			if (!response) throw refuse(401, "passkey-refused");
			const { verifyAuthenticationResponse } = await loadWebAuthn();
			return db.transaction().execute(async (trx) => {
				const passkey = await lockPasskey(trx, response.id);
				if (!passkey) throw refuse(401, "passkey-unknown");
				const verified = await verifyAuthenticationResponse({
					response,
					credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
					...buildVerificationOptions(relyingParty, challenge),
				}).catch(() => null);
				if (!verified?.verified) throw refuse(401, "passkey-refused");
				await requireSignInAllowed(trx, passkey.user_id, clocks.wallNow());
				const used = { counter: verified.authenticationInfo.newCounter, last_used_at: new Date(clocks.wallNow()) };
				await updatePasskeyUse(trx, passkey.id, used);
				return { userId: passkey.user_id, requireUnchanged: () => requirePasskey(services, passkey) };
			});
		},
	};
}
