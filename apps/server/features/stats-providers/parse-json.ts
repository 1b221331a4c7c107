import type { z } from "zod";

type JsonResult<Value> =
	| { readonly ok: true; readonly value: Value }
	| { readonly ok: false; readonly problems: readonly string[] };

const MAX_PROBLEMS = 10;

/** Parses bytes as JSON that matches a schema. Each problem names its field. */
export function parseJson<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): JsonResult<z.output<Schema>> {
	let json: unknown;
	try {
		json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
	} catch {
		return { ok: false, problems: ["it is not valid JSON: truncated, or another format"] };
	}
	const result = schema.safeParse(json);
	if (result.success) return { ok: true, value: result.data };
	const problems = result.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
	return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}
