import { z } from "zod";
import type { TokenScope } from "./constants.ts";
import type { OperatorRole } from "./operator-role.ts";

/**
 * Who may make a call.
 *
 * - `everyone`: visitors too
 * - `signed-in`: accounts, deactivated ones included
 * - `active`: accounts that are not deactivated; `inactive`: deactivated accounts only
 * - `public-read`: as `active`, and visitors if PUBLIC_READ is on; the handler gets a `viewerId`, null for visitors
 * - `operator`: operators whose role covers that of the call, with a second factor entered in this session
 * - `operator-role`: any operator, for the calls that set up and enter the second factor
 */
export type Access = "everyone" | "public-read" | "signed-in" | "inactive" | "active" | "operator" | "operator-role";

/** What a client needs to make a call: method, path and types. */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Success = unknown> {
	readonly method: "GET" | "POST";
	/** Below the base `/api/{lang}`, with `:name` for a parameter. */
	readonly path: `/${string}`;
	/** The role of operators who may make it besides owners; `viewer` means every operator. Only calls with access `operator`. */
	readonly role?: OperatorRole;
	/** Only for type inference; never set. */
	readonly types?: { readonly params: Params; readonly query: Query; readonly body: Body; readonly success: Success };
}

/** A call with the schemas that the server validates it with. */
export interface CallDefinition<
	Params extends z.ZodType = z.ZodType,
	Query extends z.ZodType = z.ZodType,
	Body extends z.ZodType = z.ZodType,
	Success extends z.ZodType = z.ZodType,
	Method extends "GET" | "POST" = "GET" | "POST",
	Path extends `/${string}` = `/${string}`,
> extends Call<z.input<Params>, z.input<Query>, z.input<Body>, z.output<Success>> {
	readonly method: Method;
	readonly path: Path;
	readonly access: Access;
	/** The scope that lets a personal access token make the call. A call without a scope accepts no tokens. */
	readonly scope?: TokenScope;
	/** One line for the OpenAPI page. */
	readonly summary: string;
	readonly params: Params;
	readonly query: Query;
	readonly body: Body;
	readonly success: Success;
	/** Whether the body may be multipart: its fields as text, and a picture in the part `avatar`. */
	readonly picture?: true;
	/** Maximum size of the body, if it is more than the default. */
	readonly maxBytes?: number;
}

/** Fields that a call does not have. Unknown fields are refused. */
const none = z.strictObject({});
type None = typeof none;

/** Who may make a call. An operator's call says which role it needs, instead of its access. */
type Permission =
	| { readonly role: OperatorRole; readonly access?: never }
	| { readonly access: Exclude<Access, "operator">; readonly role?: never };

/** A definition without method and path. `params`, `query` and `body` may be left out if the call has none. */
type CallOptions<
	Params extends z.ZodType = z.ZodType,
	Query extends z.ZodType = z.ZodType,
	Body extends z.ZodType = z.ZodType,
	Success extends z.ZodType = z.ZodType,
> = Permission &
	Pick<CallDefinition<Params, Query, Body, Success>, "scope" | "summary" | "success" | "picture" | "maxBytes"> &
	Partial<Pick<CallDefinition<Params, Query, Body, Success>, "params" | "query" | "body">>;

/** Defines an API call, for the server, the web and the OpenAPI page. The web's build keeps only method, path and role. */
export function defineCall<
	Success extends z.ZodType,
	Method extends "GET" | "POST",
	Path extends `/${string}`,
	Params extends z.ZodType = None,
	Query extends z.ZodType = None,
	Body extends z.ZodType = None,
>(
	method: Method,
	path: Path,
	options: CallOptions<Params, Query, Body, Success>,
): CallDefinition<Params, Query, Body, Success, Method, Path>;
export function defineCall(method: "GET" | "POST", path: `/${string}`, options: CallOptions): CallDefinition {
	const access = options.access ?? "operator";
	return { params: none, query: none, body: none, ...options, method, path, access };
}

export type ParamsOf<C> = C extends Call<infer Params> ? Params : never;
export type QueryOf<C> = C extends Call<unknown, infer Query> ? Query : never;
export type BodyOf<C> = C extends Call<unknown, unknown, infer Body> ? Body : never;
export type SuccessOf<C> = C extends Call<unknown, unknown, unknown, infer Success> ? Success : never;
