import type { z } from "zod";

/**
 * Who may make a call, by the state of the account behind the session (D1 §6).
 * `signed-in` is any account, also a deactivated one; `active` refuses those, `inactive` all others. `operator` asks
 * for the role and a second factor given in this session; `operator-role` for the role alone, to give it.
 */
export type Access = "everyone" | "signed-in" | "inactive" | "active" | "operator" | "operator-role";

export interface Call<
	Params extends z.ZodType = z.ZodType,
	Query extends z.ZodType = z.ZodType,
	Body extends z.ZodType = z.ZodType,
	Success extends z.ZodType = z.ZodType,
> {
	readonly method: "GET" | "POST";
	/** Below the base `/api/{lang}`, with `:name` for a parameter. */
	readonly path: `/${string}`;
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

/** States one call of the API once, for the server, the web and the OpenAPI page alike. */
export const defineCall = <
	Params extends z.ZodType,
	Query extends z.ZodType,
	Body extends z.ZodType,
	Success extends z.ZodType,
>(
	call: Call<Params, Query, Body, Success>,
): Call<Params, Query, Body, Success> => call;

export type ParamsOf<C> = C extends Call<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never;
export type QueryOf<C> = C extends Call<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyOf<C> = C extends Call<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type SuccessOf<C> = C extends Call<z.ZodType, z.ZodType, z.ZodType, infer S> ? z.output<S> : never;
