import { buildSignedInValue, SIGNED_IN_COOKIE, type TokenScope } from "@first-bounce/contract/constants";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "@first-bounce/contract/languages";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getRequestLanguage } from "./errors.ts";
import { getClientAddress } from "./http/client-address.ts";
import { refuse } from "./refusal.ts";

/** The session or access token of a request, with the state of its account. */
export interface Session {
	readonly userId: UserId;
	readonly isActive: boolean;
	/** Null unless the account is an operator's. */
	readonly operatorRole: OperatorRole | null;
	/** Wall time in milliseconds until which the second factor is valid; null if it was not given or has expired. */
	readonly operatorUntil: number | null;
	/** The scopes of a personal access token; null for a session, which may make every call that its account may. */
	readonly scopes: readonly TokenScope[] | null;
}

/** How a user signed in. */
interface SessionOrigin {
	/** The uid of the session at the built-in provider that the session starts from. */
	readonly providerSession?: string | null;
	/** The hash of the password that was verified. No session starts if it has changed meanwhile. */
	readonly passwordHash?: string;
	/** Until when the second factor is valid, if it was given at the same time. */
	readonly operatorUntil?: number;
}

export interface SessionStore {
	/** Finds a session, or builds one from an access token. Stores `language` from time to time as the user's. */
	readonly find: (token: string, language?: Language) => Promise<Session | null>;
	/** Starts a session. Refuses if the account may not sign in. Returns null if its provider session has ended. */
	readonly start: (
		userId: UserId,
		device: { userAgent: string; address: string; language?: Language },
		origin?: SessionOrigin,
	) => Promise<{ token: string; lastsUntil: number } | null>;
	/** Ends a session and the provider session that it started from, unless that is `exceptProviderSession`. */
	readonly end: (token: string, exceptProviderSession?: string | null) => Promise<void>;
	/** Sets until when the second factor is valid for a session; null revokes it. */
	readonly setOperatorUntil: (token: string, until: number | null) => Promise<void>;
}

export interface SessionCache {
	/** Like `SessionStore.find`, from the cache if possible. */
	readonly find: (token: string, language?: Language) => Promise<Session | null> | Session | null;
	readonly forget: (token: string) => void;
}

export const SESSION_COOKIE = "X-SID";
/** Distinguishes personal access tokens from session tokens. */
export const ACCESS_TOKEN_PREFIX = "fbt_";
export const isAccessToken = (token: string): boolean => token.startsWith(ACCESS_TOKEN_PREFIX);

export const getBearerToken = ({ headers }: Pick<FastifyRequest, "headers">): string | null =>
	/^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;

/** Whether the Authorization header has an access token. A page of another site cannot send this header. */
export const hasAccessToken = (request: FastifyRequest): boolean => isAccessToken(getBearerToken(request) ?? "");

/** Gets the session token from the X-SID header, the bearer token or the cookie, in this order. */
export function getSessionToken(request: FastifyRequest): string | null {
	const header = request.headers["x-sid"];
	if (typeof header === "string" && header !== "") return header;
	return getBearerToken(request) ?? request.cookies[SESSION_COOKIE] ?? null;
}

function getLanguage(request: FastifyRequest): Language {
	const language = getRequestLanguage(request);
	return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

export interface Sessions {
	readonly find: (request: FastifyRequest) => Promise<Session | null>;
	/** Like `find`, from the cache if possible. For calls that only read. */
	readonly findCached: (request: FastifyRequest) => Promise<Session | null> | Session | null;
	/**
	 * Starts a session for a user, ends the request's previous session, sets the cookies and returns the token. Refuses if the
	 * provider session that it starts from has ended.
	 */
	readonly start: (
		request: FastifyRequest,
		reply: FastifyReply,
		userId: UserId,
		origin?: SessionOrigin,
	) => Promise<string>;
	readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
	/** Sets until when the second factor is valid for this request's session; null revokes it. */
	readonly setOperatorUntil: (request: FastifyRequest, until: number | null) => Promise<void>;
}

/** Finds sessions by cookie, header or bearer token. `isSecure` means that the site uses TLS. */
export function createSessions(store: SessionStore, isSecure: boolean, cache: SessionCache | null = null): Sessions {
	const cookie = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;
	return {
		find: async (request) => {
			const token = getSessionToken(request);
			return token ? store.find(token, getLanguage(request)) : null;
		},
		findCached: (request) => {
			const token = getSessionToken(request);
			return token ? (cache ?? store).find(token, getLanguage(request)) : null;
		},
		// A new token at every sign-in prevents session fixation.
		start: async (request, reply, userId, origin = {}) => {
			const device = {
				userAgent: request.headers["user-agent"] ?? "",
				address: getClientAddress(request),
				language: getLanguage(request),
			};
			const started = await store.start(userId, device, origin);
			if (!started) throw refuse(401, "code-refused");
			const { token, lastsUntil } = started;
			const previous = getSessionToken(request);
			if (previous) await store.end(previous, origin.providerSession);
			const expires = new Date(lastsUntil);
			reply.setCookie(SESSION_COOKIE, token, { ...cookie, expires });
			reply.setCookie(SIGNED_IN_COOKIE, buildSignedInValue(userId), { ...cookie, httpOnly: false, expires });
			return token;
		},
		end: async (request, reply) => {
			const token = getSessionToken(request);
			if (token) await store.end(token);
			if (token) cache?.forget(token);
			reply.clearCookie(SESSION_COOKIE, cookie);
			reply.clearCookie(SIGNED_IN_COOKIE, { ...cookie, httpOnly: false });
		},
		setOperatorUntil: async (request, until) => {
			const token = getSessionToken(request);
			if (token) await store.setOperatorUntil(token, until);
		},
	};
}
