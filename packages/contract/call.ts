import type { z } from "zod";

/**
 * Who may make a call, by the state of the account behind the session.
 * `signed-in` is any account, also a deactivated one; `active` refuses those, `inactive` all others. `operator` asks
 * for the role and a second factor given in this session; `operator-role` for the role alone, to give it.
 */
export type Access = "everyone" | "signed-in" | "inactive" | "active" | "operator" | "operator-role";

/** What a client needs to make a call: where it goes, and the types of what it sends and gets. */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Success = unknown> {
	readonly method: "GET" | "POST";
	/** Below the base `/api/{lang}`, with `:name` for a parameter. */
	readonly path: `/${string}`;
	/** Carries the types; there is no such value. */
	readonly types?: { readonly params: Params; readonly query: Query; readonly body: Body; readonly success: Success };
}

/** A call with the schemas that the server checks it with. */
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
	/** One line for the OpenAPI page. */
	readonly summary: string;
	readonly params: Params;
	readonly query: Query;
	readonly body: Body;
	readonly success: Success;
	/** The call may come as multipart: the body's fields as text, and a picture in the part `avatar`. */
	readonly picture?: true;
	/** Bytes that its body may have, where that is more than a form's. */
	readonly mostBytes?: number;
}

/** States one call of the API once, for the server, the web (calls.ts) and the OpenAPI page alike. */
export const defineCall = <
	Params extends z.ZodType,
	Query extends z.ZodType,
	Body extends z.ZodType,
	Success extends z.ZodType,
	Method extends "GET" | "POST",
	Path extends `/${string}`,
>(
	call: CallDefinition<Params, Query, Body, Success, Method, Path>,
): CallDefinition<Params, Query, Body, Success, Method, Path> => call;

export type ParamsOf<C> = C extends Call<infer Params> ? Params : never;
export type QueryOf<C> = C extends Call<unknown, infer Query> ? Query : never;
export type BodyOf<C> = C extends Call<unknown, unknown, infer Body> ? Body : never;
export type SuccessOf<C> = C extends Call<unknown, unknown, unknown, infer Success> ? Success : never;
