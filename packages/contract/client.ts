import type { BodyOf, Call, ParamsOf, QueryOf, SuccessOf } from "./call.ts";
import type { ApiErrorBody, Envelope } from "./envelope.ts";

/** A failed call, including a 200 response with errors. `message` is that of the first error. */
export class ApiFailure extends Error {
	readonly status: number;
	readonly code: string;
	readonly errors: readonly ApiErrorBody[];
	/** Additional data of the failure, such as the profile of an unregistered identity. */
	readonly data: unknown;

	constructor(status: number, errors: readonly ApiErrorBody[], data: unknown = undefined) {
		super(errors[0]?.message ?? "");
		this.name = "ApiFailure";
		this.status = status;
		this.code = errors[0]?.code ?? "unknown";
		this.errors = errors;
		this.data = data;
	}
}

/** A property of this name, which may be left out if none of the value's own fields is required. */
type OptionalIfEmpty<Value, Name extends string> =
	Record<never, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };
export type Arguments<C> = OptionalIfEmpty<ParamsOf<C>, "params"> &
	OptionalIfEmpty<QueryOf<C>, "query"> &
	OptionalIfEmpty<BodyOf<C>, "body">;

export interface ClientOptions {
	/** The server's origin without a trailing slash; empty for the page's own origin. */
	readonly origin: string;
	/** The path that calls start with, before the language; /api by default. */
	readonly base?: () => string;
	readonly language: string;
	readonly fetch: typeof fetch;
	readonly headers?: () => Record<string, string>;
}

/** The URL of a call. */
export function buildUrl(
	call: Call,
	options: Pick<ClientOptions, "origin" | "base" | "language">,
	args: { readonly params?: unknown; readonly query?: unknown },
): string {
	const params = new Map(Object.entries(args.params ?? {}));
	const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name) ?? "")));
	const query = new URLSearchParams(
		Object.entries(args.query ?? {})
			.filter(([, value]) => value !== undefined)
			.map(([name, value]): [string, string] => [name, String(value)]),
	).toString();
	return `${options.origin}${options.base?.() ?? "/api"}/${options.language}${path}${query ? `?${query}` : ""}`;
}

/** Formats a field of a form: null as an empty text, an object as JSON. */
const formatField = (value: unknown): string =>
	value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? "");

/** The headers and body of a request: JSON, or multipart if there is a picture. */
function buildRequest(
	call: Call,
	body: unknown,
	avatar: Blob | undefined,
): { headers: Record<string, string>; body?: string | FormData } {
	if (call.method !== "POST") return { headers: {} };
	if (!avatar) return { headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
	const form = new FormData();
	for (const [name, value] of Object.entries(body ?? {}))
		if (value !== undefined) form.append(name, formatField(value));
	// The file comes last, so that the server has read every field before it.
	form.append("avatar", avatar);
	return { headers: {}, body: form };
}

/** The response's JSON; null for an error status without JSON. An incomplete body throws, like a lost connection. */
async function readBody(response: Response): Promise<unknown> {
	try {
		return await response.json();
	} catch (error) {
		if (response.ok) throw error;
		return null;
	}
}

/** Creates the typed API client: `client(call, { params, query, body })` resolves to `success` or throws ApiFailure. */
export const createClient =
	(options: ClientOptions) =>
	async <C extends Call>(
		call: C,
		args: Arguments<C> & { signal?: AbortSignal; avatar?: Blob },
	): Promise<SuccessOf<C>> => {
		const callArguments = args as {
			params?: object;
			query?: object;
			body?: unknown;
			signal?: AbortSignal;
			avatar?: Blob;
		};
		const { headers, body } = buildRequest(call, callArguments.body, callArguments.avatar);
		const response = await options.fetch(buildUrl(call, options, callArguments), {
			method: call.method,
			credentials: "same-origin",
			headers: { ...headers, ...options.headers?.() },
			...(body === undefined ? {} : { body }),
			...(callArguments.signal ? { signal: callArguments.signal } : {}),
		});
		const envelope = (await readBody(response)) as (Envelope<SuccessOf<C>> & { data?: unknown }) | null;
		if (!envelope || envelope.errors.length > 0 || envelope.success === null)
			throw new ApiFailure(response.status, envelope?.errors ?? [], envelope?.data);
		return envelope.success;
	};
