import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerKey } from "../../../db/server-key.ts";

const DEVICE_COOKIE = "X-DEVICE";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Recognises devices on which an account's password was entered before. `account` is its address in lower case. */
export interface KnownDevices {
	/** Finds the id of the request's device; null if the account has not signed in on it before. */
	readonly find: (request: FastifyRequest, account: string) => Promise<string | null>;
	readonly remember: (reply: FastifyReply, account: string) => Promise<void>;
}

const buildSignedText = (account: string, id: string) => `${account}\n${id}`;

/**
 * Marks devices with a signed cookie. The cookie gives no access. Password guesses on a known device are counted separately,
 * so that guesses from elsewhere do not lock the account holder out.
 */
export function createKnownDevices(key: ServerKey, isSecure: boolean): KnownDevices {
	return {
		find: async (request, account) => {
			const [id = "", signature = ""] = (request.cookies[DEVICE_COOKIE] ?? "").split(".");
			return id !== "" && (await key.isSigned(buildSignedText(account, id), signature)) ? id : null;
		},
		remember: async (reply, account) => {
			const id = randomBytes(16).toString("base64url");
			const value = `${id}.${await key.sign(buildSignedText(account, id))}`;
			reply.setCookie(DEVICE_COOKIE, value, {
				path: "/",
				httpOnly: true,
				sameSite: "lax",
				secure: isSecure,
				maxAge: YEAR_SECONDS,
			});
		},
	};
}
