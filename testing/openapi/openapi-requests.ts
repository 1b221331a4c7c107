import fc from "fast-check";
import { buildValueArbitrary, type Json, type KnownValues, type ValueOptions } from "./schema-values.ts";

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
	/** Schema of the JSON body; null for none. */
	readonly body: Json | null;
	readonly takesForm: boolean;
}

/** A raw request. */
export interface GeneratedRequest {
	readonly operationId: string;
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Index of the account that sends it. */
	readonly account: number;
	readonly body: Buffer | null;
}

/** Lists the operations of an OpenAPI document. */
export function listOperations(document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>> }) {
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

const formatText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Invalid path parts, used occasionally. */
const BROKEN_PATH_PARTS = fc.constantFrom(
	"%ff",
	"%",
	"%zz",
	"%00",
	"../..",
	"%2e%2e%2f",
	"%C3%28",
	"a".repeat(5_000),
	"",
);
const BROKEN_QUERIES = fc.constantFrom(
	"?",
	"?&&=",
	"?%ff=%zz",
	"?__proto__[x]=1",
	"?x=1&x=2",
	`?x=${"q".repeat(9_000)}`,
);

function buildPathArbitrary({ path, parameters }: Operation, options: ValueOptions): fc.Arbitrary<string> {
	const inPath = parameters.filter((parameter) => parameter.in === "path");
	const inQuery = parameters.filter((parameter) => parameter.in === "query");
	const pathArbitraries = Object.fromEntries(
		inPath.map(({ name, schema }) => {
			// An unknown language is a 404 that tests nothing else, so it is rarer.
			const brokenOneIn = options.brokenOneIn * (name === "lang" ? 10 : 1);
			return [name, buildValueArbitrary(schema, { ...options, brokenOneIn }).map(formatText)];
		}),
	);
	const queryArbitraries = Object.fromEntries(
		inQuery.map(({ name, schema }) => [name, buildValueArbitrary(schema, options).map(formatText)]),
	);
	const requiredKeys = inQuery.filter(({ required }) => required).map(({ name }) => name);
	const brokenPart = fc.oneof(
		{ weight: 40, arbitrary: fc.constant(null) },
		{ weight: 1, arbitrary: BROKEN_PATH_PARTS },
	);
	return fc
		.record({
			pathValues: fc.record(pathArbitraries),
			queryValues: fc.record(queryArbitraries, { requiredKeys }),
			brokenPart,
			brokenQuery: fc.oneof({ weight: 20, arbitrary: fc.constant("") }, BROKEN_QUERIES),
		})
		.map(({ pathValues, queryValues, brokenPart: broken, brokenQuery }) => {
			const filledPath = path.replaceAll(
				/\{(\w+)\}/g,
				(_, name: string) => broken ?? encodeText(pathValues[name] ?? ""),
			);
			const pairs = Object.entries(queryValues).map(([name, value]) => `${name}=${encodeText(value ?? "")}`);
			return filledPath + (brokenQuery || (pairs.length > 0 ? `?${pairs.join("&")}` : ""));
		});
}

const BOUNDARY = "fuzz";
const PICTURES = fc.oneof(
	fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
	fc.constantFrom(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
);

/** Builds a multipart form with the fields of a body and a picture. */
function buildForm(fields: unknown, picture: Buffer): Buffer {
	const entries = Object.entries((typeof fields === "object" && fields !== null ? fields : {}) as Json);
	const parts = entries.map(
		([name, value]) =>
			`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${encodeText(name)}"\r\n\r\n${formatText(value).toWellFormed()}\r\n`,
	);
	const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
	return Buffer.concat([Buffer.from(parts.join("") + head), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

type Body = Pick<GeneratedRequest, "body"> & { readonly type: string | null };

/** Bodies that do not match their content type. */
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

function buildBodyArbitrary({ body, takesForm }: Operation, options: ValueOptions): fc.Arbitrary<Body> {
	if (!body) return fc.oneof({ weight: 20, arbitrary: fc.constant<Body>({ type: null, body: null }) }, BROKEN_BODIES);
	const fields = buildValueArbitrary(body, { ...options, brokenOneIn: options.brokenOneIn * 2 });
	const asJson = fields.map((value): Body => ({ type: "application/json", body: Buffer.from(JSON.stringify(value)) }));
	const form = fc.tuple(fields, PICTURES).map(
		([value, picture]): Body => ({
			type: `multipart/form-data; boundary=${BOUNDARY}`,
			body: buildForm(value, picture),
		}),
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
		{ origin: "https://evil.example" },
		{ origin: "null" },
		{ "sec-fetch-site": "cross-site" },
		{ cookie: "X-SID=x; =; a=%ff; X-SID" },
		{ cookie: "a=".repeat(3_000) },
		{ authorization: "Bearer " },
		{ "accept-encoding": "br;q=x, gzip;q=-1, *" },
		{ "accept-language": "\xff" },
		{ "if-none-match": '"' },
		{ "content-encoding": "gzip" },
		{ range: "bytes=9-1" },
		{ "x-http-method-override": "DELETE" },
		{ "x-forwarded-for": "x, [::1]:9, 1.2.3.4:80" },
		{ "x-forwarded-host": "evil.example" },
		{ te: "gzip" },
	),
);

/** Generates requests for all operations, API calls more often than others. */
export function buildRequestArbitrary(operations: readonly Operation[], accounts: number, knownValues: KnownValues) {
	const options = { brokenOneIn: 15, known: knownValues };
	return fc
		.oneof(
			...operations.map((operation) => ({
				weight: operation.path.startsWith("/api/{lang}/") ? 4 : 1,
				arbitrary: fc.record({
					operationId: fc.constant(operation.operationId),
					method: fc.oneof(
						{ weight: 40, arbitrary: fc.constant(operation.method) },
						fc.constantFrom("PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY", "PROPFIND", "POST", "GET"),
					),
					path: buildPathArbitrary(operation, options),
					account: fc.nat(accounts - 1),
					content: buildBodyArbitrary(operation, options),
					headers: HEADERS,
				}),
			})),
		)
		.map(
			({ content, headers, ...request }): GeneratedRequest => ({
				...request,
				body: content.body,
				headers: { ...headers, ...(content.type === null ? {} : { "content-type": content.type }) },
			}),
		);
}
