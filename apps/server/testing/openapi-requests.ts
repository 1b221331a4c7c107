import fc from "fast-check";

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
	readonly name: string;
	readonly in: "path" | "query";
	readonly required?: boolean;
	readonly schema: Json;
}

/** One operation of an OpenAPI document. */
export interface Operation {
	readonly method: string;
	readonly path: string;
	readonly operationId: string;
	readonly parameters: readonly Parameter[];
	/** Of its JSON body; null where it takes none. */
	readonly body: Json | null;
	readonly takesForm: boolean;
}

/** A request as it is sent, byte by byte. */
export interface GeneratedRequest {
	readonly operationId: string;
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Which of the accounts makes it. */
	readonly account: number;
	readonly body: Buffer | null;
}

/** Ids, codes and names of what there is. */
export interface Known {
	readonly numbers: readonly number[];
	readonly texts: readonly string[];
}

interface Options {
	/** One value in so many fits nothing. */
	readonly brokenOneIn: number;
	readonly known: Known;
}

/** Every operation of a document. */
export function operationsOf(document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>> }) {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]): Operation => {
			const content = ((requestBody as Json | undefined)?.content ?? {}) as Record<string, { readonly schema: Json }>;
			return {
				method: method.toUpperCase(),
				path,
				operationId: String(operationId),
				parameters: parameters as Parameter[],
				body: content["application/json"]?.schema ?? null,
				takesForm: "multipart/form-data" in content,
			};
		}),
	);
}

/** What no field expects. */
const BROKEN = fc.oneof(
	fc.constantFrom<unknown>(
		...[
			"",
			" ",
			"\0",
			"a\0b",
			"\ud800",
			"\u202e",
			"🏉".repeat(50),
			"'; DROP TABLE users; --",
			"<script>alert(1)</script>",
		],
		...[
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
		],
		...["2026-02-30T25:61:61Z", "+275760-09-13T00:00:00.001Z", "0000-00-00", "x".repeat(300), "y".repeat(20_000)],
		...[null, true, false, [], {}, [[]], [null], 0, -0, -1, 0.5, 1e21, 1e308, -1e308],
		...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64],
		{ toString: "x", valueOf: 1, length: -1 },
	),
	fc.string({ unit: "binary", maxLength: 40 }),
	fc.integer(),
	fc.double(),
	fc.jsonValue({ maxDepth: 3 }),
	fc.integer({ min: 1, max: 2_000 }).map((depth) => nested(depth)),
);

/** So many arrays in one another. */
function nested(depth: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < depth; level++) value = [value];
	return value;
}

const NAMES = fc.constantFrom("Kit", "The Bouncers", "Mo Manager", "Briony", "kit@example.test", "Zoë", "a".repeat(30));

function textOf(schema: Json, { known }: Options): fc.Arbitrary<unknown> {
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
		// A pattern with look-around, which fast-check does not generate from.
		return text;
	}
}

function numberOf(schema: Json, { known }: Options): fc.Arbitrary<unknown> {
	const { type, minimum, maximum, enum: values } = schema;
	if (Array.isArray(values)) return fc.constantFrom(...values);
	const min = Math.max(Number(minimum ?? -5), -(2 ** 31));
	const max = Math.max(min, Math.min(Number(maximum ?? 60), 2 ** 31 - 1));
	if (type === "number") return fc.double({ min, max, noNaN: true });
	return fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(...known.numbers) },
		{ weight: 4, arbitrary: fc.integer({ min, max: Math.max(min, Math.min(max, 60)) }) },
		{ weight: 1, arbitrary: fc.integer({ min, max }) },
	);
}

/** Values that fit a schema, and some that do not. */
function anyValueOf(schema: Json, options: Options): fc.Arbitrary<unknown> {
	const fitting = fittingValue(schema, options);
	return fc.oneof({ weight: options.brokenOneIn - 1, arbitrary: fitting }, { weight: 1, arbitrary: BROKEN });
}

function fittingValue(schema: Json, options: Options): fc.Arbitrary<unknown> {
	const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
	if (choices) return fc.oneof(...choices.map((each) => fittingValue(each, options)));
	const all = schema.allOf as Json[] | undefined;
	if (all) return fittingValue(Object.assign({}, ...all), options);
	const value = typedValue(schema, options);
	return schema.nullable === true ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null)) : value;
}

function typedValue(schema: Json, options: Options): fc.Arbitrary<unknown> {
	if (schema.type === "string") return textOf(schema, options);
	if (schema.type === "integer" || schema.type === "number") return numberOf(schema, options);
	if (schema.type === "boolean") return fc.boolean();
	if (schema.type === "array") {
		const minLength = Number(schema.minItems ?? 0);
		const maxLength = Math.min(Number(schema.maxItems ?? minLength + 6), minLength + 30);
		return fc.array(anyValueOf((schema.items ?? {}) as Json, { ...options, brokenOneIn: options.brokenOneIn * 4 }), {
			minLength,
			maxLength,
		});
	}
	if (schema.type === "object") return objectOf(schema, options);
	return fc.jsonValue({ maxDepth: 2 });
}

function objectOf(schema: Json, options: Options): fc.Arbitrary<unknown> {
	const properties = (schema.properties ?? {}) as Record<string, Json>;
	const fields = Object.fromEntries(
		Object.entries(properties).map(([name, each]) => [name, anyValueOf(each, options)]),
	);
	const requiredKeys = ((schema.required ?? []) as string[]).filter((name) => name in fields);
	const whole = fc.record(fields, { requiredKeys });
	const further = schema.additionalProperties;
	if (typeof further === "object" && Object.keys(properties).length === 0)
		return fc.dictionary(fc.string({ maxLength: 8 }), anyValueOf(further as Json, options), { maxKeys: 4 });
	const unknownField = fc.tuple(whole, fc.string({ maxLength: 12 }), BROKEN);
	return fc.oneof(
		{ weight: 12, arbitrary: whole },
		{ weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
		{ weight: 1, arbitrary: unknownField.map(([object, name, value]) => ({ ...object, [name]: value })) },
	);
}

const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Once in a while an address that is not put together as it should be. */
const BROKEN_PATH_PARTS = fc.constantFrom("%ff", "%", "%zz", "%00", "..", "%2e%2e%2f", "%C3%28", "a".repeat(5_000), "");
const BROKEN_QUERIES = fc.constantFrom(
	"?",
	"?&&=",
	"?%ff=%zz",
	"?__proto__[x]=1",
	"?x=1&x=2",
	`?x=${"q".repeat(9_000)}`,
);

function pathOf({ path, parameters }: Operation, options: Options): fc.Arbitrary<string> {
	const inPath = parameters.filter((each) => each.in === "path");
	const inQuery = parameters.filter((each) => each.in === "query");
	const names = Object.fromEntries(inPath.map(({ name, schema }) => [name, anyValueOf(schema, options).map(asText)]));
	const query = Object.fromEntries(inQuery.map(({ name, schema }) => [name, anyValueOf(schema, options).map(asText)]));
	const requiredKeys = inQuery.filter(({ required }) => required).map(({ name }) => name);
	const part = fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: BROKEN_PATH_PARTS });
	return fc
		.record({
			names: fc.record(names),
			query: fc.record(query, { requiredKeys }),
			part,
			brokenQuery: fc.oneof({ weight: 20, arbitrary: fc.constant("") }, BROKEN_QUERIES),
		})
		.map(({ names: filled, query: asked, part: broken, brokenQuery }) => {
			const whole = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => broken ?? encoded(filled[name] ?? ""));
			const pairs = Object.entries(asked).map(([name, value]) => `${name}=${encoded(value ?? "")}`);
			return whole + (brokenQuery || (pairs.length > 0 ? `?${pairs.join("&")}` : ""));
		});
}

const BOUNDARY = "fuzz";
const PICTURES = fc.oneof(
	fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
	fc.constantFrom(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
);

/** A form with the fields of a body and a picture. */
function formOf(fields: unknown, picture: Buffer): Buffer {
	const entries = Object.entries((typeof fields === "object" && fields !== null ? fields : {}) as Json);
	const parts = entries.map(
		([name, value]) =>
			`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${encoded(name)}"\r\n\r\n${asText(value).toWellFormed()}\r\n`,
	);
	const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
	return Buffer.concat([Buffer.from(parts.join("") + head), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

type Body = Pick<GeneratedRequest, "body"> & { readonly type: string | null };

/** Bodies that are not what their type says. */
const BROKEN_BODIES: fc.Arbitrary<Body> = fc.oneof(
	fc.constantFrom<Body>(
		{ type: "application/json", body: Buffer.from("{") },
		{ type: "application/json", body: Buffer.from('{"a":1,"a":2}') },
		{ type: "application/json", body: Buffer.from('{"__proto__":{"x":1}}') },
		{ type: "application/json", body: Buffer.from([0xff, 0xfe, 0x22, 0x80]) },
		{ type: "application/json", body: Buffer.from("\ufeff{}") },
		{ type: "application/json", body: Buffer.from("[".repeat(50_000)) },
		{ type: "application/json", body: Buffer.from(`{"a":"${"x".repeat(70_000)}"}`) },
		{ type: "application/json;charset=utf-16", body: Buffer.from("{}") },
		{ type: "text/plain", body: Buffer.from("{}") },
		{ type: "application/x-www-form-urlencoded", body: Buffer.from("a=b&c[d]=e") },
		{ type: "multipart/form-data", body: Buffer.from("--x--") },
		{
			type: `multipart/form-data; boundary=${BOUNDARY}`,
			body: Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data`),
		},
		{ type: "application/json, text/plain", body: Buffer.from("{}") },
		{ type: "", body: Buffer.from("{}") },
		{ type: null, body: Buffer.from("{}") },
		{ type: "application/json", body: null },
	),
	fc.uint8Array({ maxLength: 100 }).map((bytes): Body => ({ type: "application/json", body: Buffer.from(bytes) })),
);

function bodyOf({ body, takesForm }: Operation, options: Options): fc.Arbitrary<Body> {
	if (!body) return fc.oneof({ weight: 20, arbitrary: fc.constant<Body>({ type: null, body: null }) }, BROKEN_BODIES);
	const fields = anyValueOf(body, { ...options, brokenOneIn: options.brokenOneIn * 2 });
	const asJson = fields.map((value): Body => ({ type: "application/json", body: Buffer.from(JSON.stringify(value)) }));
	const form = fc
		.tuple(fields, PICTURES)
		.map(
			([value, picture]): Body => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, body: formOf(value, picture) }),
		);
	return fc.oneof(
		{ weight: takesForm ? 8 : 16, arbitrary: asJson },
		...(takesForm ? [{ weight: 8, arbitrary: form }] : []),
		{ weight: 1, arbitrary: BROKEN_BODIES },
	);
}

const HEADERS = fc.oneof(
	{ weight: 8, arbitrary: fc.constant<Record<string, string>>({}) },
	fc.constantFrom<Record<string, string>>(
		...[{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }],
		...[{ cookie: "X-SID=x; =; a=%ff; X-SID" }, { cookie: "a=".repeat(3_000) }, { authorization: "Bearer " }],
		...[{ "accept-encoding": "br;q=x, gzip;q=-1, *" }, { "accept-language": "\xff" }, { "if-none-match": '"' }],
		...[{ "content-encoding": "gzip" }, { range: "bytes=9-1" }, { "x-http-method-override": "DELETE" }],
		...[{ "x-forwarded-for": "x, [::1]:9, 1.2.3.4:80" }, { "x-forwarded-host": "evil.example" }, { te: "gzip" }],
	),
);

/** Requests for all operations alike, most of them from an account that may make them. */
export function requestsOf(operations: readonly Operation[], accounts: number, known: Known) {
	const options = { brokenOneIn: 12, known };
	return fc
		.oneof(
			...operations.map((operation) =>
				fc.record({
					operationId: fc.constant(operation.operationId),
					method: fc.oneof(
						{ weight: 40, arbitrary: fc.constant(operation.method) },
						fc.constantFrom("PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "POST", "GET"),
					),
					path: pathOf(operation, options),
					account: fc.nat(accounts - 1),
					content: bodyOf(operation, options),
					headers: HEADERS,
				}),
			),
		)
		.map(
			({ content, headers, ...request }): GeneratedRequest => ({
				...request,
				body: content.body,
				headers: { ...headers, ...(content.type === null ? {} : { "content-type": content.type }) },
			}),
		);
}
