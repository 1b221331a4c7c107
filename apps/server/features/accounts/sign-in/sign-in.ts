import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { getClientAddress, getNetwork } from "../../../plugins/http/client-address.ts";
import type { KnownDevices } from "../sessions/known-devices.ts";
import { requireSignInAllowed } from "../users/account-access.ts";
import { checkCredentials } from "./service.ts";
import type { Throttle } from "./throttle.ts";

interface Credentials {
	readonly email: string;
	readonly password: string;
}

/** Checks a password, wherever it is typed, and counts the guess. */
export type SignIn = (credentials: Credentials, request: FastifyRequest, reply: FastifyReply) => Promise<UserId>;

/**
 * Guesses are counted by network over all accounts, and by account over all networks. A device that was signed in to
 * the account before counts by itself: guesses from elsewhere do not keep its owner out.
 */
export function createSignIn(parts: {
	readonly db: Kysely<Tables>;
	readonly throttle: Throttle;
	readonly devices: KnownDevices;
	readonly wallNow: () => number;
	readonly limits: { readonly guessesPerMinute: number; readonly signInsPerMinute: number };
}): SignIn {
	const { db, throttle, devices, wallNow, limits } = parts;
	return async ({ email, password }, request, reply) => {
		const account = email.trim().toLowerCase();
		await throttle.attempt(`sign-in from ${getNetwork(getClientAddress(request))}`, { most: limits.signInsPerMinute });
		const device = await devices.find(request, account);
		const guesses = `guess of ${account}${device ? ` on ${device}` : ""}`;
		await throttle.attempt(guesses, { most: limits.guessesPerMinute });
		const userId = await checkCredentials(db, account, password);
		await db.transaction().execute((transaction) => requireSignInAllowed(transaction, userId, wallNow()));
		await throttle.forgive(guesses);
		await devices.remember(reply, account);
		return userId;
	};
}
