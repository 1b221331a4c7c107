import { SIGNED_IN_COOKIE, type TokenScope } from "@first-bounce/contract/constants";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getRequestLanguage } from "./errors.ts";
import { getClientAddress } from "./http/client-address.ts";
import { refuse } from "./refusal.ts";

/** The user behind a request. */
export interface Session {
	readonly userId: UserId;
	readonly isActive: boolean;
	readonly isOperator: boolean;
	/** Wall time until which the second factor is valid; null if it was not given or has expired. */
	readonly operatorUntil: number | null;
	/** What a personal access token allows; null for a session, which may make every call that its account may. */
	readonly scopes: readonly TokenScope[] | null;
}

export interface SessionStore {
	/** Also finds access tokens. `language` is that of the request, which is stored from time to time. */
	readonly find: (token: string, language?: Language) => Promise<Session | null>;
	/**
	 * Starts a session. Refuses if the account may not sign in. Returns null if `providerSession`, the built-in provider's
	 * session it starts from, has ended.
	 */
	readonly start: (
		userId: UserId,
		device: { userAgent: string; address: string; language?: Language },
		providerSession?: string | null,
	) => Promise<{ token: string; lastsUntil: number } | null>;
	/** Ends a session and the provider's session it was started from, unless that is `exceptProviderSession`. */
	readonly end: (token: string, exceptProviderSession?: string | null) => Promise<void>;
	/** Sets until when the second factor is valid for this session; null revokes it. */
	readonly verifyOperator: (token: string, until: number | null) => Promise<void>;
}

export interface RecentSessions {
	/** Like `SessionStore.find`, from the cache if possible. */
	readonly find: (token: string, language?: Language) => Promise<Session | null> | Session | null;
	readonly forget: (token: string) => void;
}

export const SESSION_COOKIE = "X-SID";
/** Distinguishes personal access tokens from session tokens. */
export const ACCESS_TOKEN_PREFIX = "fbt_";
export const isAccessToken = (token: string): boolean => token.startsWith(ACCESS_TOKEN_PREFIX);

const getBearerToken = ({ headers }: FastifyRequest): string | null =>
	/^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;

/** Whether an access token is in the Authorization header, which no other site's page can send. */
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
	/** The session of a request, or null. */
	readonly find: (request: FastifyRequest) => Promise<Session | null>;
	/** Like `find`, from the cache if possible. For calls that only read. */
	readonly recent: (request: FastifyRequest) => Promise<Session | null> | Session | null;
	/**
	 * Starts a session for a user, ends the request's previous session and sets the cookie; returns the token. Refuses if
	 * the built-in provider's session it starts from has ended.
	 */
	readonly start: (
		request: FastifyRequest,
		reply: FastifyReply,
		userId: UserId,
		providerSession?: string | null,
	) => Promise<string>;
	readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
	/** Sets until when the second factor is valid for this request's session; null revokes it. */
	readonly verifyOperator: (request: FastifyRequest, until: number | null) => Promise<void>;
}

/** Creates sessions by cookie, header or bearer token. `secure` sets the cookie attribute, for use behind TLS. */
export function createSessions(store: SessionStore, secure: boolean, recent: RecentSessions | null = null): Sessions {
	const cookie = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	return {
		find: async (request) => {
			const token = getSessionToken(request);
			return token ? store.find(token, getLanguage(request)) : null;
		},
		recent: (request) => {
			const token = getSessionToken(request);
			return token ? (recent ?? store).find(token, getLanguage(request)) : null;
		},
		// A new token at every sign-in prevents session fixation.
		start: async (request, reply, userId, providerSession = null) => {
			const device = {
				userAgent: request.headers["user-agent"] ?? "",
				address: getClientAddress(request),
				language: getLanguage(request),
			};
			const started = await store.start(userId, device, providerSession);
			if (!started) throw refuse(401, "code-refused");
			const { token, lastsUntil } = started;
			const previous = getSessionToken(request);
			if (previous) await store.end(previous, providerSession);
			const expires = new Date(lastsUntil);
			reply.setCookie(SESSION_COOKIE, token, { ...cookie, expires });
			reply.setCookie(SIGNED_IN_COOKIE, "1", { ...cookie, httpOnly: false, expires });
			return token;
		},
		end: async (request, reply) => {
			const token = getSessionToken(request);
			if (token) await store.end(token);
			if (token) recent?.forget(token);
			reply.clearCookie(SESSION_COOKIE, cookie);
			reply.clearCookie(SIGNED_IN_COOKIE, { ...cookie, httpOnly: false });
		},
		verifyOperator: async (request, until) => {
			const token = getSessionToken(request);
			if (token) await store.verifyOperator(token, until);
		},
	};
}
