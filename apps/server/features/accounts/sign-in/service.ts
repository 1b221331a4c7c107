import { createHash } from "node:crypto";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import type { CodeExchange, CodeGrant, VerifiedIdentity } from "../external-provider/code-exchange.ts";
import { isAddressSuspended, requireSignInAllowed } from "../users/account-access.ts";
import { findUserByAddress } from "../users/queries.ts";
import { findRegistrationFaults, type Registration, refuseFaults } from "../users/registration.ts";
import { completeRegistration, refuseConflicts, type UserServices } from "../users/service.ts";
import { verifyPassword } from "./passwords.ts";

export interface AuthServices extends UserServices {
	readonly exchange: CodeExchange;
}

const PENDING_LIFETIME_MS = 10 * 60 * 1000;

const hashCode = ({ code, codeVerifier }: CodeGrant): Buffer =>
	createHash("sha256").update(`${code}\n${codeVerifier}`).digest();

/** Who an e-mail address and password belong to; the same refusal for either being wrong. */
export async function checkCredentials(db: Kysely<Tables>, email: string, password: string): Promise<UserId> {
	const user = await findUserByAddress(db, email);
	if (!(await verifyPassword(password, user?.password_hash ?? null)) || !user) throw refuse(401, "wrong-credentials");
	return user.id;
}

/** The account an identity belongs to: the linked one, or at our own provider the one that signed in there. */
async function accountOf(db: Kysely<Tables>, { issuer, sub, localUserId }: VerifiedIdentity) {
	const user = db.selectFrom("users").select(["id", "team_name", "is_operator"]);
	if (localUserId !== null) return user.where("id", "=", localUserId).executeTakeFirst();
	return user
		.where("id", "in", (query) =>
			query.selectFrom("identities").where("issuer", "=", issuer).where("sub", "=", sub).select("user_id"),
		)
		.executeTakeFirst();
}

const linkIdentity = (db: Kysely<Tables>, { issuer, sub, profile }: VerifiedIdentity, userId: UserId) =>
	db
		.insertInto("identities")
		.values({ issuer, sub, user_id: userId, profile: JSON.stringify(profile) })
		.onConflict((conflict) => conflict.columns(["issuer", "sub"]).doUpdateSet({ profile: JSON.stringify(profile) }))
		.execute();

async function savePendingIdentity(
	services: AuthServices,
	grant: CodeGrant,
	identity: VerifiedIdentity,
): Promise<void> {
	const now = services.clocks.wallNow();
	await services.db.deleteFrom("pending_identities").where("expires_at", "<", new Date(now)).execute();
	await services.db
		.insertInto("pending_identities")
		.values({
			code_hash: hashCode(grant),
			issuer: identity.issuer,
			sub: identity.sub,
			profile: JSON.stringify({
				...identity.profile,
				localUserId: identity.localUserId,
				providerSession: identity.providerSession,
				isEmailVerified: identity.isEmailVerified,
			}),
			identity_token: identity.identityToken,
			expires_at: new Date(now + PENDING_LIFETIME_MS),
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

export interface SignedIn {
	readonly userId: UserId;
	readonly identityToken: string;
	readonly providerSession: string | null;
}

/**
 * Exchanges a code. An identity without a team is refused with 404 and its profile, and kept ten minutes for exactly
 * one registration with the same code and verifier.
 */
export async function loginWithCode(services: AuthServices, grant: CodeGrant): Promise<SignedIn> {
	const identity = await services.exchange.exchange(grant);
	const account = await accountOf(services.db, identity);
	if (account)
		await services.db
			.transaction()
			.execute((transaction) => requireSignInAllowed(transaction, account.id, services.clocks.wallNow()));
	// Whoever runs the installation need not play.
	if (!account || (account.team_name === null && !account.is_operator)) {
		await savePendingIdentity(services, grant, identity);
		throw new Refusal(404, [{ code: "not-registered" }], { profile: identity.profile });
	}
	await linkIdentity(services.db, identity, account.id);
	const { identityToken, providerSession } = identity;
	return { userId: account.id, identityToken, providerSession };
}

/** The identity that waits under a code. */
async function findPendingIdentity(
	db: Kysely<Tables>,
	grant: CodeGrant,
	now: number,
): Promise<VerifiedIdentity | null> {
	const row = await db
		.selectFrom("pending_identities")
		.where("code_hash", "=", hashCode(grant))
		.where("expires_at", ">", new Date(now))
		.selectAll()
		.executeTakeFirst();
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

async function deletePendingIdentity(transaction: Transaction<Tables>, grant: CodeGrant): Promise<void> {
	const { numDeletedRows } = await transaction
		.deleteFrom("pending_identities")
		.where("code_hash", "=", hashCode(grant))
		.executeTakeFirst();
	if (numDeletedRows !== 1n) throw refuse(401, "code-refused");
}

async function findOrCreateAccount(
	transaction: Transaction<Tables>,
	identity: VerifiedIdentity,
	now: number,
): Promise<UserId> {
	const known = await accountOf(transaction, identity);
	if (known) await requireSignInAllowed(transaction, known.id, now);
	if (known?.team_name) throw refuse(409, "already-registered");
	if (known) return known.id;
	const { firstName, lastName, email } = identity.profile;
	if (await isAddressSuspended(transaction, email ?? "", now)) throw refuse(422, "email-taken");
	const { id } = await transaction
		.insertInto("users")
		.values({
			first_name: firstName ?? "New",
			last_name: lastName ?? "Manager",
			email: email ?? "",
			email_verified_at: email && identity.isEmailVerified ? new Date(now) : null,
			password_hash: null,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Registers the identity that waits under a code, or that a code not yet exchanged brings; a second time is refused. */
export async function registerWithCode(
	services: AuthServices,
	grant: CodeGrant,
	form: Registration,
	countSignUp: () => Promise<void>,
): Promise<SignedIn> {
	const { db, peekSeason, clocks, exchange } = services;
	const now = clocks.wallNow();
	let identity = await findPendingIdentity(db, grant, now);
	if (!identity) {
		identity = await exchange.exchange(grant);
		await savePendingIdentity(services, grant, identity);
	}
	const verified = identity;
	const own = (await accountOf(db, verified))?.id ?? null;
	refuseFaults(await findRegistrationFaults(db, form, { season: peekSeason(), now, own }));
	// An account of the mounted provider was counted when it was made.
	if (own === null) await countSignUp();
	const userId = await refuseConflicts(
		db.transaction().execute(async (transaction) => {
			await deletePendingIdentity(transaction, grant);
			const id = await findOrCreateAccount(transaction, verified, now);
			await completeRegistration(transaction, services, id, form);
			await linkIdentity(transaction, verified, id);
			return id;
		}),
	);
	const { identityToken, providerSession } = verified;
	return { userId, identityToken, providerSession };
}
