import { isIPv6 } from "node:net";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { KnownDevices } from "./known-device.ts";
import type { Throttle } from "./throttle.ts";
import { checkCredentials } from "./use-cases.ts";

export interface Credentials {
	readonly email: string;
	readonly password: string;
}

/** Checks a password, wherever it is typed, and counts the guess. */
export type SignIn = (credentials: Credentials, request: FastifyRequest, reply: FastifyReply) => Promise<UserId>;

/** Who a request is counted for: its address, and of IPv6 the network that one household has. */
export function networkOf(address: string): string {
	if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
	const [head = "", tail = ""] = address.split("::");
	const groups = head.split(":").filter(Boolean);
	const ends = address.includes("::") ? tail.split(":").filter(Boolean) : [];
	const zeros = Array.from({ length: Math.max(0, 8 - groups.length - ends.length) }, () => "0");
	return [...groups, ...zeros, ...ends].slice(0, 4).join(":");
}

/**
 * Guesses are counted by network over all accounts, and by account over all networks. A device that was signed in to
 * the account before counts by itself: guesses from elsewhere do not keep its owner out.
 */
export function createSignIn(parts: {
	readonly db: Kysely<Tables>;
	readonly throttle: Throttle;
	readonly devices: KnownDevices;
	readonly limits: { readonly guessesAMinute: number; readonly signInsAMinute: number };
}): SignIn {
	const { db, throttle, devices, limits } = parts;
	return async ({ email, password }, request, reply) => {
		const account = email.trim().toLowerCase();
		await throttle.attempt(`sign-in from ${networkOf(request.ip)}`, { most: limits.signInsAMinute });
		const device = await devices.find(request, account);
		const guesses = `guess of ${account}${device ? ` on ${device}` : ""}`;
		await throttle.attempt(guesses, { most: limits.guessesAMinute });
		const userId = await checkCredentials(db, account, password);
		await throttle.forgive(guesses);
		await devices.remember(reply, account);
		return userId;
	};
}
