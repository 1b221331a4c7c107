import { createHash } from "node:crypto";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import type { CodeExchange, CodeGrant, VerifiedIdentity } from "../external-provider/code-exchange.ts";
import { isAddressSuspended, requireSignInAllowed } from "../users/account-access.ts";
import { completeRegistration } from "../users/register-user.ts";
import { findRegistrationProblems, type Registration, refuseProblems } from "../users/registration-problems.ts";
import { refuseConflicts, type UserServices } from "../users/service.ts";
import { insertUser } from "../users/user-queries.ts";
import {
	deletePendingIdentity,
	findPendingIdentity,
	findSignInUser,
	findUserByIdentity,
	insertPendingIdentity,
	upsertIdentity,
} from "./queries.ts";

export interface AuthServices extends UserServices {
	readonly exchange: CodeExchange;
	/** Makes an account the site's first owner, while the site is being set up; null otherwise. */
	readonly makeFirstOwner: MakeFirstOwner | null;
}

/** Returns null unless the code is that of the set-up page. */
export type MakeFirstOwner = (
	setupCode: string,
	getAccount: (trx: Transaction<Tables>) => Promise<UserId>,
) => Promise<UserId | null>;

/** How long a newcomer whom an identity provider has signed in may take to send the registration form. */
const REGISTRATION_MS = 10 * MINUTE_MS;

const hashCode = ({ code, codeVerifier }: CodeGrant): Buffer =>
	createHash("sha256").update(`${code}\n${codeVerifier}`).digest();

/** Finds an identity's account. The built-in provider gives its id; identities of other providers are linked to it. */
const findAccount = (db: Db, { issuer, sub, localUserId }: VerifiedIdentity) =>
	localUserId === null ? findUserByIdentity(db, issuer, sub) : findSignInUser(db, localUserId);

const linkIdentity = (db: Db, { issuer, sub, profile }: VerifiedIdentity, userId: UserId) =>
	upsertIdentity(db, { issuer, sub, user_id: userId, profile: JSON.stringify(profile) });

async function savePendingIdentity(
	{ db, clocks }: AuthServices,
	grant: CodeGrant,
	{ issuer, sub, identityToken, profile, ...details }: VerifiedIdentity,
): Promise<void> {
	const now = clocks.wallNow();
	const pending = {
		code_hash: hashCode(grant),
		issuer,
		sub,
		profile: JSON.stringify({ ...profile, ...details }),
		identity_token: identityToken,
		expires_at: new Date(now + REGISTRATION_MS),
	};
	await insertPendingIdentity(db, pending, new Date(now));
}

export interface SignInResult extends Pick<VerifiedIdentity, "identityToken" | "providerSession"> {
	readonly userId: UserId;
}

const buildResult = (userId: UserId, { identityToken, providerSession }: VerifiedIdentity): SignInResult => ({
	userId,
	identityToken,
	providerSession,
});

/** Makes the person of an identity the site's first owner if she has entered the code of the set-up page. */
async function signInFirstOwner(
	{ makeFirstOwner, clocks }: AuthServices,
	identity: VerifiedIdentity,
	setupCode: string,
): Promise<SignInResult | null> {
	const userId = await makeFirstOwner?.(setupCode, async (trx) => {
		const { id } = await findOrCreateAccount(trx, identity, clocks.wallNow());
		await linkIdentity(trx, identity, id);
		return id;
	});
	return userId ? buildResult(userId, identity) : null;
}

/**
 * Signs in with an authorization code. If the identity has no team yet, refuses with `unknownStatus` and the identity's profile,
 * and saves the identity for ten minutes, so that `registerWithCode` can use it once with the same code and verifier.
 */
export async function signInWithCode(
	services: AuthServices,
	grant: CodeGrant,
	{ unknownStatus, setupCode }: { readonly unknownStatus: 200 | 404; readonly setupCode: string | undefined },
): Promise<SignInResult> {
	const identity = await services.exchange.exchangeCode(grant);
	const owner = setupCode ? await signInFirstOwner(services, identity, setupCode) : null;
	if (owner) return owner;
	const account = await findAccount(services.db, identity);
	if (account)
		await services.db.transaction().execute((trx) => requireSignInAllowed(trx, account.id, services.clocks.wallNow()));
	// Operators need no team.
	if (!account || (account.team_name === null && account.operator_role === null)) {
		await savePendingIdentity(services, grant, identity);
		throw new Refusal(unknownStatus, [{ code: "not-registered" }], { profile: identity.profile });
	}
	await linkIdentity(services.db, identity, account.id);
	return buildResult(account.id, identity);
}

async function loadPendingIdentity(db: Db, grant: CodeGrant, now: number): Promise<VerifiedIdentity | null> {
	const row = await findPendingIdentity(db, hashCode(grant), new Date(now));
	if (!row) return null;
	const { localUserId, providerSession, isEmailVerified, ...profile } = row.profile;
	return {
		issuer: row.issuer,
		sub: row.sub,
		identityToken: row.identity_token,
		profile: profile as VerifiedIdentity["profile"],
		isEmailVerified: isEmailVerified === true,
		localUserId: typeof localUserId === "number" ? localUserId : null,
		providerSession: typeof providerSession === "string" ? providerSession : null,
	};
}

/** Finds the account of an identity, or creates one without a team. Refuses an account that may not sign in. */
async function findOrCreateAccount(trx: Transaction<Tables>, identity: VerifiedIdentity, now: number) {
	const account = await findAccount(trx, identity);
	if (account) {
		await requireSignInAllowed(trx, account.id, now);
		return account;
	}
	const { firstName, lastName, email } = identity.profile;
	if (await isAddressSuspended(trx, email ?? "", now)) throw refuse(422, "email-taken");
	const id = await insertUser(trx, {
		first_name: firstName ?? "New",
		last_name: lastName ?? "Manager",
		email: email ?? "",
		email_verified_at: email && identity.isEmailVerified ? new Date(now) : null,
		password_hash: null,
	});
	return { id, team_name: null };
}

/** Registers the identity that was saved for a code. If none was saved, exchanges the code first. Works once per code. */
export async function registerWithCode(
	services: AuthServices,
	grant: CodeGrant,
	form: Registration,
	countSignUp: () => Promise<void>,
): Promise<SignInResult> {
	const { db, peekSeason, clocks, exchange } = services;
	const now = clocks.wallNow();
	const pending = await loadPendingIdentity(db, grant, now);
	const identity = pending ?? (await exchange.exchangeCode(grant));
	if (!pending) await savePendingIdentity(services, grant, identity);
	const linkedUserId = (await findAccount(db, identity))?.id ?? null;
	refuseProblems(await findRegistrationProblems(db, form, { season: peekSeason(), now, ownUserId: linkedUserId }));
	// For an account of the built-in provider, the sign-up was counted when the account was created.
	if (linkedUserId === null) await countSignUp();
	const userId = await refuseConflicts(
		db.transaction().execute(async (trx) => {
			if (!(await deletePendingIdentity(trx, hashCode(grant)))) throw refuse(401, "code-refused");
			const { id, team_name } = await findOrCreateAccount(trx, identity, now);
			if (team_name !== null) throw refuse(409, "already-registered");
			await completeRegistration(trx, services, id, form);
			await linkIdentity(trx, identity, id);
			return id;
		}),
	);
	return buildResult(userId, identity);
}
