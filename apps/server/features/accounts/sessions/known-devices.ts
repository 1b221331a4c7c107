import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerKey } from "../sign-in/server-key.ts";

const DEVICE_COOKIE = "X-DEVICE";
const YEAR = 365 * 24 * 60 * 60;

/** Devices on which an account's password was typed rightly before. */
export interface KnownDevices {
	/** The device's own name, where this account was signed in to on it; else null. */
	readonly find: (request: FastifyRequest, account: string) => Promise<string | null>;
	readonly remember: (reply: FastifyReply, account: string) => Promise<void>;
}

const textOf = (account: string, name: string) => `${account}\n${name}`;

/**
 * A cookie that opens nothing: guesses from it are counted apart, so that guesses from elsewhere never keep its owner
 * out of her account.
 */
export function createKnownDevices(key: ServerKey, secure: boolean): KnownDevices {
	return {
		find: async (request, account) => {
			const [name = "", signature = ""] = (request.cookies[DEVICE_COOKIE] ?? "").split(".");
			return name !== "" && (await key.isSigned(textOf(account, name), signature)) ? name : null;
		},
		remember: async (reply, account) => {
			const name = randomBytes(16).toString("base64url");
			const value = `${name}.${await key.sign(textOf(account, name))}`;
			reply.setCookie(DEVICE_COOKIE, value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: YEAR });
		},
	};
}
