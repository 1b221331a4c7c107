import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../../db/tables/tables.ts";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { KnownDevices } from "../sessions/known-devices.ts";
import { requireSamePassword, requireSignInAllowed } from "../users/account-access.ts";
import { findUserByAddress } from "../users/user-queries.ts";
import { verifyPassword } from "./passwords.ts";

/** Whether users can sign in, register and change passwords on this server, not only at an external identity provider. */
export interface LocalLogin {
	readonly isEnabled: boolean;
}

export function requireLocalLogin({ isEnabled }: LocalLogin): void {
	if (!isEnabled) throw refuse(403, "local-login-closed");
}

interface Credentials {
	readonly email: string;
	readonly password: string;
}

export interface SignedIn {
	readonly userId: UserId;
	/** Refuses if the password or passkey was changed or removed since. Waits for such a change in progress. */
	readonly requireUnchanged: () => Promise<void>;
}

/** Checks an address and a password, counts the guess, and returns the user. Refuses if they are wrong. */
export type SignIn = (
	credentials: Credentials,
	request: FastifyRequest,
	reply: FastifyReply,
) => Promise<SignedIn & { readonly passwordHash: string }>;

/**
 * Creates a sign-in that limits guesses per network and per account. A device on which the account has signed in before has a
 * limit of its own, so that guesses from elsewhere do not lock the account holder out.
 */
export function createSignIn(services: {
	readonly db: Db;
	readonly throttle: Throttle;
	readonly devices: KnownDevices;
	readonly wallNow: () => number;
	readonly limits: { readonly guessesPerMinute: number; readonly signInsPerMinute: number };
}): SignIn {
	const { db, throttle, devices, wallNow, limits } = services;
	return async ({ email, password }, request, reply) => {
		const account = email.trim().toLowerCase();
		await throttle.attempt(`sign-in from ${getClientNetwork(request)}`, { max: limits.signInsPerMinute });
		const device = await devices.find(request, account);
		const subject = `guess of ${account}${device ? ` on ${device}` : ""}`;
		await throttle.attempt(subject, { max: limits.guessesPerMinute });
		const { userId, passwordHash } = await getUserByCredentials(db, account, password);
		const requireUnchanged = () =>
			db.transaction().execute(async (trx) => {
				await requireSignInAllowed(trx, userId, wallNow());
				await requireSamePassword(trx, userId, passwordHash);
			});
		await requireUnchanged();
		await throttle.reset(subject);
		await devices.remember(reply, account);
		return { userId, passwordHash, requireUnchanged };
	};
}

/** Gets the user with this address and password. The refusal does not show which of the two is wrong. */
async function getUserByCredentials(db: Db, email: string, password: string) {
	const user = await findUserByAddress(db, email);
	const passwordHash = user?.password_hash ?? null;
	const isRight = await verifyPassword(password, passwordHash);
	if (!isRight || !user || passwordHash === null) throw refuse(401, "wrong-credentials");
	return { userId: user.id, passwordHash };
}
