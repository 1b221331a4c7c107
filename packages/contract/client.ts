import type { BodyOf, Call, ParamsOf, QueryOf, SuccessOf } from "./call.ts";
import type { ApiErrorBody, Envelope } from "./envelope.ts";

/** A call that failed, also one answered 200 with a non-empty errors list. `message` is the first entry's. */
export class ApiFailure extends Error {
	readonly status: number;
	readonly code: string;
	readonly errors: readonly ApiErrorBody[];
	/** What a failure carries besides its words, such as the profile of an unregistered identity. */
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

type Given<Value, Name extends string> =
	Record<never, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };
export type Arguments<C> = Given<ParamsOf<C>, "params"> & Given<QueryOf<C>, "query"> & Given<BodyOf<C>, "body">;

export interface ClientOptions {
	/** Where `/api` stands, without a slash at the end; empty for the page's own origin. */
	readonly origin: string;
	readonly language: string;
	readonly fetch: typeof fetch;
	readonly headers?: () => Record<string, string>;
}

function address(call: Call, options: ClientOptions, args: { params?: object; query?: object }): string {
	const params = new Map(Object.entries(args.params ?? {}));
	const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name) ?? "")));
	const query = new URLSearchParams(
		Object.entries(args.query ?? {})
			.filter(([, value]) => value !== undefined)
			.map(([name, value]): [string, string] => [name, String(value)]),
	).toString();
	return `${options.origin}/api/${options.language}${path}${query ? `?${query}` : ""}`;
}

/** What a call sends: JSON, or with a picture the same fields as multipart beside it. */
function payload(
	call: Call,
	body: unknown,
	avatar: Blob | undefined,
): { headers: Record<string, string>; body?: string | FormData } {
	if (call.method !== "POST") return { headers: {} };
	if (!avatar) return { headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
	const form = new FormData();
	for (const [name, value] of Object.entries(body ?? {}))
		if (value !== undefined) form.append(name, String(value ?? ""));
	// Last, so that a server has every field before the file comes.
	form.append("avatar", avatar);
	return { headers: {}, body: form };
}

/** The body of an answer; null for an error status without JSON. A body that breaks off fails like a lost connection. */
async function readBody(response: Response): Promise<unknown> {
	try {
		return await response.json();
	} catch (error) {
		if (response.ok) throw error;
		return null;
	}
}

/** The one typed fetcher: `client(call, { params, query, body })` resolves to success or throws ApiFailure. */
export const createClient =
	(options: ClientOptions) =>
	async <C extends Call>(
		call: C,
		args: Arguments<C> & { signal?: AbortSignal; avatar?: Blob },
	): Promise<SuccessOf<C>> => {
		const given = args as { params?: object; query?: object; body?: unknown; signal?: AbortSignal; avatar?: Blob };
		const { headers, body } = payload(call, given.body, given.avatar);
		const response = await options.fetch(address(call, options, given), {
			method: call.method,
			credentials: "same-origin",
			headers: { ...headers, ...options.headers?.() },
			...(body === undefined ? {} : { body }),
			...(given.signal ? { signal: given.signal } : {}),
		});
		const answer = (await readBody(response)) as (Envelope<SuccessOf<C>> & { data?: unknown }) | null;
		if (!answer || answer.errors.length > 0 || answer.success === null)
			throw new ApiFailure(response.status, answer?.errors ?? [], answer?.data);
		return answer.success;
	};
