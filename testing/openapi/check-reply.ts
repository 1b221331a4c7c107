import type { CallDefinition } from "@first-bounce/contract/call";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists the paths of fields that were sent but are not in the schema, which parsing has removed. */
function listUnknownFields(sent: Json | undefined, parsed: Json | undefined, path: string): readonly string[] {
	if (Array.isArray(sent) && Array.isArray(parsed))
		return sent.flatMap((item, index) => listUnknownFields(item, parsed[index], `${path}.${index}`));
	if (!isObject(sent) || !isObject(parsed)) return [];
	return Object.entries(sent).flatMap(([key, value]) =>
		key in parsed ? listUnknownFields(value, parsed[key], `${path}.${key}`) : [`${path}.${key}`],
	);
}

/**
 * Checks a successful reply against its call's schema, for tests. Throws an Error that names the call and every field
 * that is missing, has another type, or is not in the schema.
 */
export function checkReply({ method, path, success }: CallDefinition, value: unknown): void {
	const sent: Json = JSON.parse(JSON.stringify(value ?? null));
	const result = success.safeParse(sent);
	const problems = result.success
		? listUnknownFields(sent, JSON.parse(JSON.stringify(result.data)), "success").map(
				(field) => `${field}: not in the schema`,
			)
		: result.error.issues.map((issue) => `${["success", ...issue.path].join(".")}: ${issue.message}`);
	if (problems.length > 0) throw new Error(`The reply of ${method} ${path} is not as defined. ${problems.join("; ")}`);
}

/** Finds the call that an address of the API belongs to. `calls` are all calls of the contract. */
export function findCall(
	calls: readonly CallDefinition[],
	{ method, pathname }: { readonly method: string; readonly pathname: string },
): CallDefinition | undefined {
	const segments = /^\/api\/[a-z]{2}(\/.*)$/.exec(pathname)?.[1]?.split("/");
	if (!segments) return undefined;
	const isMatch = (call: CallDefinition) => {
		if (call.method !== method) return false;
		const pattern = call.path.split("/");
		return (
			pattern.length === segments.length &&
			pattern.every((part, index) => part.startsWith(":") || part === segments[index])
		);
	};
	// A path without parameters wins over one with them, as in Fastify.
	return calls.filter(isMatch).toSorted((a, b) => a.path.split(":").length - b.path.split(":").length)[0];
}

export interface ReplyChecks {
	/** Throws if a reply is not as its call defines it, and remembers the error. */
	readonly check: (call: CallDefinition, success: unknown) => void;
	/** Throws the first remembered error, which the reply itself hides behind a 500. */
	readonly throwFirst: () => void;
}

export function createReplyChecks(): ReplyChecks {
	const errors: unknown[] = [];
	return {
		check: (call, success) => {
			try {
				checkReply(call, success);
			} catch (error) {
				errors.push(error);
				throw error;
			}
		},
		throwFirst: () => {
			if (errors.length > 0) throw errors[0];
		},
	};
}
