import type { CallDefinition } from "@first-bounce/contract/call";
import { envelopeSchema, FAILURE_STATUSES } from "@first-bounce/contract/envelope";
import { LANGUAGES } from "@first-bounce/contract/languages";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { filePaths, type Json, json, LIVE_SCHEMAS, type Paths, schemaOf } from "./openapi-files.ts";

interface ObjectSchema {
	readonly properties?: Readonly<Record<string, Json>>;
	readonly required?: readonly string[];
}

function parametersOf(schema: z.ZodType, place: "path" | "query"): Json[] {
	const { properties = {}, required = [] } = schemaOf(schema, "input") as ObjectSchema;
	const { properties: parsed = {} } = schemaOf(schema, "output") as ObjectSchema;
	return Object.entries(properties).map(([name, sent]) => ({
		name,
		in: place,
		required: place === "path" || required.includes(name),
		// A number is sent as text: only what it is parsed into says which numbers there are.
		schema: sent.type === "number" ? { ...sent, ...parsed[name] } : sent,
	}));
}

/** A picture beside the body's fields, which are text there. */
function withPicture(body: Json): Json {
	const properties = Object.keys((body.properties ?? {}) as Json).map((name) => [name, { type: "string" }]);
	const avatar = { type: "string", format: "binary" };
	const schema = { type: "object", properties: { ...Object.fromEntries(properties), avatar } };
	return { ...json(body), "multipart/form-data": { schema } };
}

function contentOf({ body, picture }: CallDefinition): Json {
	const schema = schemaOf(body, "input");
	return picture ? withPicture(schema) : json(schema);
}

function operationOf(call: CallDefinition): Json {
	const failures = FAILURE_STATUSES.map((status) => [String(status), { $ref: "#/components/responses/Failure" }]);
	const language = { name: "lang", in: "path", required: true, schema: { type: "string", enum: LANGUAGES } };
	return {
		summary: call.summary,
		description: `Access: ${call.access}.`,
		tags: [call.path.split("/").find((part) => part !== "" && part !== "fantasy") ?? "other"],
		parameters: [language, ...parametersOf(call.params, "path"), ...parametersOf(call.query, "query")],
		...(call.method === "POST" ? { requestBody: { content: contentOf(call) } } : {}),
		responses: {
			"200": { description: "Success", content: json(schemaOf(envelopeSchema(call.success), "output")) },
			...Object.fromEntries(failures),
		},
		security: call.access === "everyone" ? [] : [{ session: [] }, { header: [] }, { bearer: [] }],
	};
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A stable id made of method and path: `get /fantasy/league/{id}` is `getFantasyLeagueById`. */
function operationIdOf(method: string, path: string): string {
	const words = path
		.replace(/^\/api\/(\{lang\}\/)?/, "")
		.replace(/\.json$|\.webp$/, "")
		.replaceAll(/\{(\w)(\w*)\}/g, (_, first: string, rest: string) => `by-${first.toUpperCase()}${rest}`)
		.split(/[^A-Za-z\d]+/);
	return method + words.map(capitalised).join("");
}

const withOperationIds = (paths: Paths): Paths =>
	Object.fromEntries(
		Object.entries(paths).map(([path, methods]) => [
			path,
			Object.fromEntries(
				Object.entries(methods).map(([method, operation]) => [
					method,
					{ operationId: operationIdOf(method, path), ...operation },
				]),
			),
		]),
	);

/** The API as OpenAPI 3.0, made from the same schemas that check it. */
function openApiOf(calls: readonly CallDefinition[], publicUrl: string): Json {
	const paths: Paths = filePaths();
	for (const call of calls) {
		const path = `/api/{lang}${call.path.replaceAll(/:(\w+)/g, "{$1}")}`;
		paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
	}
	return {
		openapi: "3.0.3",
		info: { title: "First Bounce", version: "0.1.0", description: "Every answer is { success, errors }." },
		servers: [{ url: publicUrl }],
		paths: withOperationIds(paths),
		components: {
			schemas: LIVE_SCHEMAS,
			responses: {
				Failure: { description: "Refused", content: json(schemaOf(envelopeSchema(z.null()), "output")) },
			},
			securitySchemes: {
				session: { type: "apiKey", in: "cookie", name: "X-SID" },
				header: { type: "apiKey", in: "header", name: "X-SID" },
				bearer: { type: "http", scheme: "bearer" },
				metricsToken: { type: "http", scheme: "bearer", description: "METRICS_TOKEN, where it is set" },
			},
		},
	};
}

/** The document, made once when it is first asked for: by then every call is known. */
export function openApiDocument(app: FastifyInstance, publicUrl: string): () => Json {
	let built: Json | null = null;
	return () => {
		built ??= openApiOf(app.routeServices.calls, publicUrl);
		return built;
	};
}

export function registerOpenApi(app: FastifyInstance, document: () => Json): void {
	app.get("/api/openapi.json", document);
}
