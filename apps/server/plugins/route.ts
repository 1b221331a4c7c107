import type { CallDefinition } from "@first-bounce/contract/call";
import { isLanguage, type Language } from "@first-bounce/contract/languages";
import { isRoleAllowed, type OperatorRole } from "@first-bounce/contract/operator-role";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ErrorCode } from "../i18n/error-messages.ts";
import { describeIssue } from "../i18n/field-issues.ts";
import { getClientNetwork } from "./http/client-address.ts";
import { parseForm, registerMultipart } from "./http/multipart.ts";
import { Refusal, refuse } from "./refusal.ts";
import { LazyRequestContext, type RequestContext } from "./request-context.ts";
import type { Session, Sessions } from "./session.ts";

/** What season a call needs: none at all, a current season, or a demo season. */
export type SeasonRequirement = "nothing" | "season" | "demo";

/** The state of the current season, as far as calls depend on it. */
interface SeasonState {
	readonly isDemo: boolean;
	readonly isArchived: boolean;
}

/** The services of `route`, decorated onto the app as `routeServices`. */
interface RouteServices {
	readonly sessions: Sessions;
	readonly peekSeason: () => SeasonState | null;
	/** Whether visitors may make calls with access `public-read`. */
	readonly isPublicRead: boolean;
	/** Counts a request with an access token against the limit of its account. */
	readonly countTokenUse: CountRequest;
	readonly countAcrossProcesses: CountAcrossProcesses;
	/** Removes from the reply of an operator's call what the role may not see. */
	readonly redactReply: (call: CallDefinition, role: OperatorRole | null, success: unknown) => unknown;
	/** Throws if a reply is not as its call defines it. Null outside tests. */
	readonly checkReply: ((call: CallDefinition, success: unknown) => void) | null;
	/** Every call registered so far, for the OpenAPI document. */
	readonly calls: CallDefinition[];
	/** Every registered route as method and path. */
	readonly routes: string[];
}

declare module "fastify" {
	interface FastifyInstance {
		readonly routeServices: RouteServices;
	}
	interface FastifyRequest {
		caller: Session | null;
	}
}

const MAX_REASONS = 20;
const LANGUAGE_SEGMENT = "/api/:lang";

/** Parses a value by its schema; refuses with one reason for each invalid field. */
function parseFields<Schema extends z.ZodType>(schema: Schema, value: unknown, language: Language): z.output<Schema> {
	const result = schema.safeParse(value, { reportInput: true });
	if (result.success) return result.data;
	const reasons = result.error.issues.flatMap((issue) => {
		const path = issue.path.join(".");
		const fields = issue.code === "unrecognized_keys" ? issue.keys : [""];
		return fields.map((field) => ({
			code: "invalid-field" as const,
			data: {
				field: [path, field].filter(Boolean).join(".").slice(0, 100) || "body",
				reason: describeIssue(issue, language),
			},
		}));
	});
	const [first = { code: "invalid-field" as const }, ...rest] = reasons.slice(0, MAX_REASONS);
	throw new Refusal(422, [first, ...rest]);
}

/** Refuses an access token that does not have the call's scope. */
function requireScope({ scope }: CallDefinition, { scopes }: Session): void {
	if (scopes === null) return;
	if (!scope) throw refuse(403, "token-not-allowed");
	if (!scopes.includes(scope)) throw refuse(403, "token-scope-missing", { scope });
}

/** Refuses with 401 without a session, and with 403 if the session or access token may not use the call. */
function requireAccess(call: CallDefinition, session: Session | null, isPublicRead: boolean): void {
	const { access, role } = call;
	if (access === "everyone") return;
	if (session) requireScope(call, session);
	if (!session && access === "public-read" && isPublicRead) return;
	if (!session) throw refuse(401, "not-signed-in");
	if ((access === "active" || access === "public-read") && !session.isActive) throw refuse(403, "not-active");
	if (access === "inactive" && session.isActive) throw refuse(403, "already-active");
	if (access !== "operator" && access !== "operator-role") return;
	const { operatorRole } = session;
	if (!(operatorRole && session.isActive)) throw refuse(403, "not-operator");
	if (access === "operator-role") return;
	if (!(role && isRoleAllowed(operatorRole, role))) throw refuse(403, "role-not-allowed");
	if (session.operatorUntil === null) throw refuse(403, "second-factor-needed");
}

/** Gets the error code if a requirement is not met. */
const SEASON_CHECKS: Readonly<Record<SeasonRequirement, (season: SeasonState | null) => ErrorCode | null>> = {
	nothing: () => null,
	season: (season) => (season ? null : "no-season"),
	demo: (season) => (season?.isDemo ? null : "demo-only"),
};

/** Refuses if the season that the call needs is missing. Also refuses writes to an archived season. */
function requireSeasonState(needs: SeasonRequirement, { method }: CallDefinition, season: SeasonState | null): void {
	const errorCode = SEASON_CHECKS[needs](season);
	if (errorCode) throw refuse(errorCode === "no-season" ? 503 : 403, errorCode);
	if (needs !== "nothing" && method !== "GET" && season?.isArchived) throw refuse(409, "season-is-closed");
}

/** Counts an attempt in the database. Refuses with 429 if all processes together had `max` within a minute. */
export type CountAcrossProcesses = (subject: string, max: number) => Promise<void>;
type CountRequest = (request: FastifyRequest) => Promise<void>;

/**
 * Limits the attempts of each account to `max` per minute, and refuses further ones with 429. With `shared`, the limit holds
 * across all processes; the database is not asked about attempts that this process refuses by itself.
 */
export function createAccountLimiter(
	app: FastifyInstance,
	max: number,
	shared: { readonly subject: string; readonly count: CountAcrossProcesses } | null,
): CountRequest {
	const count = app.createRateLimit({
		max,
		timeWindow: 60_000,
		keyGenerator: ({ caller }) => String(caller?.userId),
	});
	return async (request) => {
		const result = await count(request);
		if (!result.isAllowed && result.isExceeded)
			throw refuse(429, "too-many-requests", { seconds: result.ttlInSeconds });
		await shared?.count(`${shared.subject} of ${request.caller?.userId}`, max);
	};
}

/** Operators' writes are not counted across processes: operators are few and known, so a limit only stops a faulty script. */
const isUserWrite = ({ method, access }: CallDefinition): boolean => method === "POST" && access !== "operator";
type CallRequest = FastifyRequest<{ Params: Record<string, string> }>;

/** Gets the path's parameters, without the language. */
function getParams({ params: { lang: _, ...params } }: CallRequest): unknown {
	return params;
}

/** The fields and picture of a request, before validation. */
interface SentForm {
	readonly fields: unknown;
	readonly picture: Buffer | null;
}

/** Wraps the result of a successful call in the envelope. */
function buildEnvelope(reply: FastifyReply, success: unknown) {
	reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
	return { success, errors: [] };
}

interface AttemptLimits {
	/** Attempts per minute from one network. Users' writes are counted across all processes, other calls per process. */
	readonly perMinute?: number;
	/** Attempts per minute by one account, counted like `perMinute`. */
	readonly perAccountPerMinute?: number;
}

interface RouteOptions<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, S extends z.ZodType>
	extends AttemptLimits {
	/** By default a current season. */
	readonly needs?: SeasonRequirement;
	/** Throws if the call is refused regardless of its fields. */
	readonly precondition?: () => void;
	/** Whether a cached session is enough, for frequent calls that change nothing. */
	readonly allowsCachedSession?: true;
	readonly handler: (
		context: RequestContext<z.output<P>, z.output<Q>, z.output<B>>,
	) => Promise<z.output<S>> | z.output<S>;
}

/** Creates a function that parses the input of a call's requests. */
function createInputParser<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
	call: CallDefinition<P, Q, B>,
) {
	// Calls without parameters, body or query share these instead of parsing nothing each time.
	const emptyParams = call.path.includes(":") ? null : call.params.parse({});
	const emptyBody = call.method === "GET" ? call.body.parse({}) : null;
	const emptyQuery = call.query.safeParse({});
	const parseQuery = ({ url, query }: CallRequest, language: Language) =>
		emptyQuery.success && !url.includes("?") ? emptyQuery.data : parseFields(call.query, query, language);
	return (request: CallRequest, language: Language, { fields, picture }: SentForm) => ({
		params: emptyParams ?? parseFields(call.params, getParams(request), language),
		query: parseQuery(request, language),
		body: emptyBody ?? parseFields(call.body, fields ?? {}, language),
		picture,
		language,
	});
}

/** Creates the limits of a call: a hook that counts across processes by network, and a count by account. */
function createCallLimits(
	app: FastifyInstance,
	call: CallDefinition,
	{ perMinute, perAccountPerMinute }: AttemptLimits,
) {
	const { countTokenUse, countAcrossProcesses } = app.routeServices;
	const shared = isUserWrite(call) ? { subject: call.path, count: countAcrossProcesses } : null;
	const countAttempt =
		perAccountPerMinute === undefined ? null : createAccountLimiter(app, perAccountPerMinute, shared);
	// This hook runs after onRequest, in which the rate limiter counts for this process.
	const hooks =
		perMinute && shared
			? {
					preParsing: async (request: FastifyRequest) =>
						shared.count(`${shared.subject} from ${getClientNetwork(request)}`, perMinute),
				}
			: {};
	const countRequest = async (request: CallRequest) => {
		if (request.caller?.scopes) await countTokenUse(request);
		await countAttempt?.(request);
	};
	return {
		hooks,
		/** Counts a request of the caller; null if it need not be counted. */
		count: (request: CallRequest) => (countAttempt || request.caller?.scopes ? countRequest(request) : null),
	};
}

/**
 * Registers a call of the contract below `/api/{lang}`. It checks, in this order: language, access, state of
 * the season, precondition and fields; then it calls the handler. A route without options takes the handler itself.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, S extends z.ZodType>(
	app: FastifyInstance,
	call: CallDefinition<P, Q, B, S>,
	handlerOrOptions: RouteOptions<P, Q, B, S> | RouteOptions<P, Q, B, S>["handler"],
): void {
	const options: RouteOptions<P, Q, B, S> =
		typeof handlerOrOptions === "function" ? { handler: handlerOrOptions } : handlerOrOptions;
	const { sessions, peekSeason, isPublicRead, calls, checkReply, redactReply } = app.routeServices;
	calls.push(call);
	const parseInput = createInputParser(call);
	const limits = createCallLimits(app, call, options);
	const findSession = (request: CallRequest) => {
		if (call.access === "everyone") return null;
		return options.allowsCachedSession ? sessions.findCached(request) : sessions.find(request);
	};
	const callHandler = (request: CallRequest, reply: FastifyReply, language: Language, form: SentForm) => {
		const input = parseInput(request, language, form);
		const success = options.handler(new LazyRequestContext(request, reply, sessions, input));
		const answer = (value: unknown) => {
			const shown = call.access === "operator" ? redactReply(call, request.caller?.operatorRole ?? null, value) : value;
			checkReply?.(call, shown);
			return buildEnvelope(reply, shown);
		};
		return success instanceof Promise ? success.then(answer) : answer(success);
	};
	const handleBody = (request: CallRequest, reply: FastifyReply, language: Language) => {
		if (call.picture && request.isMultipart())
			return parseForm(request, call).then((form) => callHandler(request, reply, language, form));
		return callHandler(request, reply, language, { fields: request.body, picture: null });
	};
	const checkAndHandle = (request: CallRequest, reply: FastifyReply, language: Language, caller: Session | null) => {
		request.caller = caller;
		requireAccess(call, caller, isPublicRead);
		requireSeasonState(options.needs ?? "season", call, peekSeason());
		options.precondition?.();
		const counting = limits.count(request);
		return counting ? counting.then(() => handleBody(request, reply, language)) : handleBody(request, reply, language);
	};
	const registerRoute = (scope: FastifyInstance) =>
		scope.route<{ Params: Record<string, string> }>({
			method: call.method,
			url: LANGUAGE_SEGMENT + call.path,
			...(call.maxBytes === undefined ? {} : { bodyLimit: call.maxBytes }),
			config: options.perMinute ? { rateLimit: { max: options.perMinute, timeWindow: 60_000 } } : {},
			...limits.hooks,
			// A cached session is not a promise. Awaiting it would slow down small responses.
			handler: (request, reply) => {
				const { lang } = request.params;
				if (!isLanguage(lang)) throw refuse(404, "not-found");
				const caller = findSession(request);
				if (caller instanceof Promise) return caller.then((found) => checkAndHandle(request, reply, lang, found));
				return checkAndHandle(request, reply, lang, caller);
			},
		});
	if (!call.picture) return void registerRoute(app);
	// The multipart plugin slows down every request in its scope, so it is registered only for calls with a picture.
	app.register(async (scope) => {
		await registerMultipart(scope);
		registerRoute(scope);
	});
}

/** Returns a function that registers routes with the same options. */
export const createRoutes =
	(app: FastifyInstance, options: Omit<RouteOptions<z.ZodType, z.ZodType, z.ZodType, z.ZodType>, "handler">) =>
	<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, S extends z.ZodType>(
		call: CallDefinition<P, Q, B, S>,
		handler: RouteOptions<P, Q, B, S>["handler"],
	): void =>
		route(app, call, { ...options, handler });
