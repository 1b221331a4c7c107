import type { Access, Call } from "@first-bounce/contract/call";
import { isLanguage as isShipped } from "@first-bounce/contract/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Alongside, Session } from "../features/auth/session-store.ts";
import type { Game } from "../features/season/game.ts";
import { type Code, isLanguage } from "../wording/words.ts";
import { readForm, registerMultipart } from "./multipart.ts";
import { ReadyJson } from "./ready-json.ts";
import { Refusal, refuse } from "./refusal.ts";
import type { Sessions } from "./session.ts";
import { Arrival, type Visit } from "./visit.ts";

/** The state of the game that a call needs, declared at its door; `demo` is a season that is one. */
export type Need = "nothing" | "season" | "demo";

/** What every route leans on. */
export interface RouteServices {
	readonly sessions: Sessions;
	readonly peekGame: () => Game | null;
	/** Every call registered so far, for the OpenAPI page. */
	readonly calls: Call[];
	/** Every method and address that answers, calls or not. */
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

const MOST_REASONS = 20;
const LANGUAGE_SEGMENT = "/api/:lang";

/** What was sent, in the call's own shape; else every field that does not fit, by name. */
function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const reasons = result.error.issues.flatMap((issue) => {
		const path = issue.path.join(".");
		const fields = issue.code === "unrecognized_keys" ? issue.keys : [""];
		return fields.map((field) => ({
			code: "invalid-field" as const,
			data: {
				field: [path, field].filter(Boolean).join(".").slice(0, 100) || "body",
				reason: issue.code === "unrecognized_keys" ? "this call has no such field" : issue.message.slice(0, 200),
			},
		}));
	});
	const [first = { code: "invalid-field" as const }, ...rest] = reasons.slice(0, MOST_REASONS);
	throw new Refusal(422, [first, ...rest]);
}

/** Who may call, by the session behind the request; 401 without one, 403 for one that is not enough. */
function checkAccess(access: Access, session: Session | null): void {
	if (access === "everyone") return;
	if (!session) throw refuse(401, "not-signed-in");
	if (access === "active" && !session.isActive) throw refuse(403, "not-active");
	if (access === "inactive" && session.isActive) throw refuse(403, "already-active");
	if (access !== "operator" && access !== "operator-role") return;
	if (!(session.isOperator && session.isActive)) throw refuse(403, "not-operator");
	if (access === "operator" && session.operatorUntil === null) throw refuse(403, "second-factor-needed");
}

const NEEDS: Readonly<Record<Need, (game: Game | null) => Code | null>> = {
	nothing: () => null,
	season: (game) => (game ? null : "no-season"),
	demo: (game) => (game?.isDemo ? null : "demo-only"),
};

/** Throws where the season is not in the state that a call needs: one that is archived can be read only. */
function checkState(needs: Need, { method }: Call, game: Game | null): void {
	const missing = NEEDS[needs](game);
	if (missing) throw refuse(missing === "no-season" ? 503 : 403, missing);
	if (needs !== "nothing" && method !== "GET" && game?.isArchived) throw refuse(409, "season-is-closed");
}

type Answer<S extends z.ZodType> = z.output<S> | ReadyJson<z.output<S>>;
type Asked = FastifyRequest<{ Params: Record<string, string> }>;

/** Some 200 bytes each. */
const MOST_QUERIES = 200_000;
const LONGEST_QUERY = 100;

/** What was found right in a query before is right again; refusals are worked out each time. */
function remembered<Query>(check: (request: FastifyRequest) => Query): (request: FastifyRequest) => Query {
	const known = new Map<string, Query>();
	return (request) => {
		const at = request.url.indexOf("?");
		const text = at < 0 ? "" : request.url.slice(at);
		const before = known.get(text);
		if (before !== undefined) return before;
		const query = check(request);
		if (known.size >= MOST_QUERIES) known.clear();
		if (text.length <= LONGEST_QUERY) known.set(text, query);
		return query;
	};
}

/** The path's own parameters, without the language before them. */
function paramsOf({ params: { lang: _, ...params } }: Asked): unknown {
	return params;
}

/** Fields and picture as they came. */
interface Sent {
	readonly fields: unknown;
	readonly picture: Buffer | null;
}

/** The last word of every success (decisions §10). */
function enveloped(reply: FastifyReply, success: unknown) {
	reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
	if (!(success instanceof ReadyJson)) return { success, errors: [] };
	reply.type("application/json; charset=utf-8");
	return success.envelope();
}

/**
 * Opens one call of the contract below `/api/{lang}`: checks who calls, the state it needs and every field, and puts
 * the answer in the envelope. Order: language, access, state, fields, handler.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, S extends z.ZodType>(
	app: FastifyInstance,
	call: Call<P, Q, B, S>,
	options: {
		readonly needs: Need;
		/** Attempts a minute from one address. */
		readonly perMinute?: number;
		/** What the handler needs of its caller beside the session: `caller.alongside`. */
		readonly alongside?: Alongside;
		/** Asked for very often and changes nothing: who calls may be known from a moment ago. */
		readonly isRead?: true;
		/** An answer that a connection takes in one go: packing it takes several times as long as making and sending it. */
		readonly isSmall?: true;
		readonly handler: (visit: Visit<z.output<P>, z.output<Q>, z.output<B>>) => Promise<Answer<S>> | Answer<S>;
	},
): void {
	const { sessions, peekGame, calls } = app.routeServices;
	calls.push(call);
	// Most calls have neither, and every check costs.
	const noParams = call.path.includes(":") ? null : checked(call.params, {});
	const noBody = call.method === "GET" ? checked(call.body, {}) : null;
	const queryOf = options.isRead
		? remembered(({ query }) => checked(call.query, query))
		: ({ query }: FastifyRequest) => checked(call.query, query);
	const session = (request: FastifyRequest) =>
		options.isRead ? sessions.recent(request) : sessions.find(request, options.alongside);
	// What is known at once is answered at once: to wait for it a turn or two costs as much as a small answer.
	const answer = (request: Asked, reply: FastifyReply, { fields, picture }: Sent) => {
		const { lang = "" } = request.params;
		const success = options.handler(
			new Arrival(request, reply, sessions, {
				params: noParams ?? checked(call.params, paramsOf(request)),
				query: queryOf(request),
				body: noBody ?? checked(call.body, fields ?? {}),
				picture,
				language: isShipped(lang) ? lang : "en",
			}),
		);
		return success instanceof Promise ? success.then((late) => enveloped(reply, late)) : enveloped(reply, success);
	};
	const open = (scope: FastifyInstance) =>
		scope.route<{ Params: Record<string, string> }>({
			method: call.method,
			url: LANGUAGE_SEGMENT + call.path,
			...(call.mostBytes === undefined ? {} : { bodyLimit: call.mostBytes }),
			...(options.isSmall ? { compress: false } : {}),
			config: options.perMinute ? { rateLimit: { max: options.perMinute, timeWindow: 60_000 } } : {},
			preValidation: (request, _, done) => {
				if (!isLanguage(request.params.lang ?? "")) throw refuse(404, "not-found");
				const admit = (caller: Session | null) => {
					request.caller = caller;
					checkAccess(call.access, caller);
				};
				const found = call.access === "everyone" ? null : session(request);
				if (found instanceof Promise) return void found.then(admit).then(() => done(), done);
				admit(found);
				done();
			},
			handler: (request, reply) => {
				checkState(options.needs, call, peekGame());
				if (call.picture && request.isMultipart())
					return readForm(request, call).then((form) => answer(request, reply, form));
				return answer(request, reply, { fields: request.body, picture: null });
			},
		});
	if (!call.picture) return void open(app);
	// Where forms are read, every request waits two turns for it: only where one may come.
	app.register(async (scope) => {
		await registerMultipart(scope);
		open(scope);
	});
}
