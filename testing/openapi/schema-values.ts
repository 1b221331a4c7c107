import fc from "fast-check";

export type Json = Readonly<Record<string, unknown>>;

/** Ids, codes and names that exist in the test's data. */
export interface KnownValues {
	readonly numbers: readonly number[];
	readonly texts: readonly string[];
}

export interface ValueOptions {
	/** One in this many values is invalid. */
	readonly brokenOneIn: number;
	readonly known: KnownValues;
}

/** Values that no field expects. */
const BROKEN = fc.oneof(
	fc.constantFrom<unknown>(
		"",
		" ",
		"\0",
		"a\0b",
		"\ud800",
		"\u202e",
		"🏉".repeat(50),
		"'; DROP TABLE users; --",
		"<script>alert(1)</script>",
		"__proto__",
		"constructor",
		"../../../etc/passwd",
		"%00",
		"%ff",
		"null",
		"1e999",
		"0x10",
		"-0",
		"NaN",
		"2026-02-30T25:61:61Z",
		"+275760-09-13T00:00:00.001Z",
		"0000-00-00",
		"x".repeat(300),
		"y".repeat(20_000),
		null,
		true,
		false,
		[],
		{},
		[[]],
		[null],
		0,
		-0,
		-1,
		0.5,
		1e21,
		1e308,
		-1e308,
		2 ** 31 - 1,
		2 ** 31,
		-(2 ** 31) - 1,
		2 ** 32,
		2 ** 53 - 1,
		2 ** 53,
		2 ** 63,
		2 ** 64,
		{ toString: "x", valueOf: 1, length: -1 },
	),
	fc.string({ unit: "binary", maxLength: 40 }),
	fc.integer(),
	fc.double(),
	fc.jsonValue({ maxDepth: 3 }),
	fc.integer({ min: 1, max: 2_000 }).map((depth) => buildNestedArray(depth)),
);

function buildNestedArray(depth: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < depth; level++) value = [value];
	return value;
}

const NAMES = fc.constantFrom("Kit", "The Bouncers", "Mo Manager", "Briony", "kit@example.test", "Zoë", "a".repeat(30));

function buildTextArbitrary(schema: Json, { known }: ValueOptions): fc.Arbitrary<unknown> {
	const { enum: values, format, pattern, minLength = 0, maxLength = 60 } = schema;
	if (Array.isArray(values)) return fc.constantFrom(...values);
	if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
	if (format === "date") return fc.constantFrom("1990-03-07", "2000-02-29", "2020-01-01", "1900-01-01", "0001-01-01");
	if (format === "email")
		return fc.oneof(fc.emailAddress(), fc.constantFrom("mo1@example.test", "nobody@example.test"));
	if (format === "uuid") return fc.uuid();
	if (format === "uri")
		return fc.oneof(fc.webUrl(), fc.constantFrom("https://push.example.org/x", "http://127.0.0.1/"));
	const shortest = Number(minLength);
	const longest = Math.min(Number(maxLength), shortest + 60);
	const text = fc.oneof(
		NAMES,
		fc.constantFrom(...known.texts),
		fc.string({ unit: "grapheme", minLength: shortest, maxLength: longest }),
	);
	if (typeof pattern !== "string") return text;
	try {
		return fc.oneof(
			fc.constantFrom(...known.texts),
			fc.stringMatching(new RegExp(pattern, "u"), { maxLength: longest }),
		);
	} catch {
		// fast-check does not support patterns with look-around.
		return text;
	}
}

function buildNumberArbitrary(schema: Json, { known }: ValueOptions): fc.Arbitrary<unknown> {
	const { type, minimum, maximum, enum: values } = schema;
	if (Array.isArray(values)) return fc.constantFrom(...values);
	const lowest = Number(minimum ?? -5) + Number(schema.exclusiveMinimum === true);
	const min = Math.max(lowest, -(2 ** 31));
	const max = Math.max(min, Math.min(Number(maximum ?? 60), 2 ** 31 - 1));
	if (type === "number") return fc.double({ min, max, noNaN: true });
	return fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...known.numbers) },
		{ weight: 4, arbitrary: fc.integer({ min, max: Math.max(min, Math.min(max, 60)) }) },
		{ weight: 1, arbitrary: fc.integer({ min, max }) },
	);
}

/** Generates values that match a schema, and some that do not. */
export function buildValueArbitrary(schema: Json, options: ValueOptions): fc.Arbitrary<unknown> {
	const fitting = buildValidValueArbitrary(schema, options);
	return fc.oneof({ weight: options.brokenOneIn - 1, arbitrary: fitting }, { weight: 1, arbitrary: BROKEN });
}

function buildValidValueArbitrary(schema: Json, options: ValueOptions): fc.Arbitrary<unknown> {
	const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
	if (choices) return fc.oneof(...choices.map((choice) => buildValidValueArbitrary(choice, options)));
	const allOf = schema.allOf as Json[] | undefined;
	if (allOf) return buildValidValueArbitrary(Object.assign({}, ...allOf), options);
	const value = buildTypedValueArbitrary(schema, options);
	return schema.nullable === true ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null)) : value;
}

function buildTypedValueArbitrary(schema: Json, options: ValueOptions): fc.Arbitrary<unknown> {
	if (schema.type === "string") return buildTextArbitrary(schema, options);
	if (schema.type === "integer" || schema.type === "number") return buildNumberArbitrary(schema, options);
	if (schema.type === "boolean") return fc.boolean();
	if (schema.type === "array") {
		const minLength = Number(schema.minItems ?? 0);
		const maxLength = Math.min(Number(schema.maxItems ?? minLength + 6), minLength + 30);
		return fc.array(
			buildValueArbitrary((schema.items ?? {}) as Json, { ...options, brokenOneIn: options.brokenOneIn * 4 }),
			{
				minLength,
				maxLength,
			},
		);
	}
	if (schema.type === "object") return buildObjectArbitrary(schema, options);
	return fc.jsonValue({ maxDepth: 2 });
}

function buildObjectArbitrary(schema: Json, options: ValueOptions): fc.Arbitrary<unknown> {
	const properties = (schema.properties ?? {}) as Record<string, Json>;
	const fields = Object.fromEntries(
		Object.entries(properties).map(([name, property]) => [name, buildValueArbitrary(property, options)]),
	);
	const requiredKeys = ((schema.required ?? []) as string[]).filter((name) => name in fields);
	const record = fc.record(fields, { requiredKeys });
	const additional = schema.additionalProperties;
	if (typeof additional === "object" && Object.keys(properties).length === 0)
		return fc.dictionary(fc.string({ maxLength: 8 }), buildValueArbitrary(additional as Json, options), { maxKeys: 4 });
	const unknownField = fc.tuple(record, fc.string({ maxLength: 12 }), BROKEN);
	return fc.oneof(
		{ weight: 12, arbitrary: record },
		{ weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
		{ weight: 1, arbitrary: unknownField.map(([object, name, value]) => ({ ...object, [name]: value })) },
	);
}
