import type { z } from "zod";

type ParseResult<Value> =
	| { readonly ok: true; readonly value: Value }
	| { readonly ok: false; readonly problems: readonly string[] };

const MAX_PROBLEMS = 10;

/** Parses bytes as JSON of a schema. Problems are listed by field. */
export function parseJson<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): ParseResult<z.output<Schema>> {
	let json: unknown;
	try {
		json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
	} catch {
		return { ok: false, problems: ["it is not valid JSON: truncated, or another format"] };
	}
	const read = schema.safeParse(json);
	if (read.success) return { ok: true, value: read.data };
	const problems = read.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
	return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}
