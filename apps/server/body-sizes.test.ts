import { expect, test } from "vitest";
import { z } from "zod";
import { listCalls } from "../../testing/openapi/list-calls.ts";

interface Schema {
	readonly type?: string;
	readonly maxLength?: number;
	readonly maxItems?: number;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly enum?: readonly unknown[];
}

/** For texts and lists without a maximum, such as dates. */
const TYPICAL_LENGTH = 100;

/** The length of the longest JSON text that a schema allows. */
function getMaxLength({ type, maxLength, maxItems, items, properties, anyOf, oneOf, enum: values }: Schema): number {
	if (values) return Math.max(...values.map((value) => JSON.stringify(value).length));
	const alternatives = anyOf ?? oneOf;
	if (alternatives) return Math.max(...alternatives.map(getMaxLength));
	if (type === "array") return (maxItems ?? TYPICAL_LENGTH) * ((items ? getMaxLength(items) : 0) + 1);
	if (type === "object")
		return Object.entries(properties ?? {}).reduce((sum, [name, value]) => sum + name.length + getMaxLength(value), 2);
	return type === "string" ? (maxLength ?? TYPICAL_LENGTH) : 12;
}

const DEFAULT_MAX_BYTES = 64 * 1024;

test("no call refuses a body that its schema allows as too large", async () => {
	const calls = await listCalls();
	const tooSmall = calls.filter(({ body, maxBytes }) => {
		const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
		return maxBytes === undefined && getMaxLength(schema as Schema) > DEFAULT_MAX_BYTES;
	});
	expect(tooSmall.map(({ path }) => path)).toEqual([]);
});
