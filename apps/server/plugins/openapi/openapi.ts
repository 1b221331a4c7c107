import type { CallDefinition } from "@first-bounce/contract/call";
import { TOKEN_SCOPES } from "@first-bounce/contract/constants";
import { envelopeSchema, FAILURE_STATUSES } from "@first-bounce/contract/envelope";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
	buildJsonContent,
	describeOtherRoutes,
	FAILURE,
	type Json,
	LANGUAGE,
	LIVE_SCHEMAS,
	type Paths,
	toOpenApiSchema,
} from "./openapi-files.ts";

interface ObjectSchema {
	readonly properties?: Readonly<Record<string, Json>>;
	readonly required?: readonly string[];
}

function describeParameters(schema: z.ZodType, place: "path" | "query"): Json[] {
	const { properties = {}, required = [] } = toOpenApiSchema(schema, "input") as ObjectSchema;
	const { properties: outputs = {} } = toOpenApiSchema(schema, "output") as ObjectSchema;
	return Object.entries(properties).map(([name, input]) => ({
		name,
		in: place,
		required: place === "path" || required.includes(name),
		// Numbers in queries are sent as text, so their limits are only in the output schema.
		schema: input.type === "number" ? { ...input, ...outputs[name] } : input,
	}));
}

/** Describes a body as JSON, and as multipart form data with a picture. In the form, all fields are text. */
function describeBodyWithPicture(body: Json): Json {
	const properties = Object.keys((body.properties ?? {}) as Json).map((name) => [name, { type: "string" }]);
	const avatar = { type: "string", format: "binary" };
	const schema = { type: "object", properties: { ...Object.fromEntries(properties), avatar } };
	return { ...buildJsonContent(body), "multipart/form-data": { schema } };
}

function describeBody({ body, picture }: CallDefinition): Json {
	const schema = toOpenApiSchema(body, "input");
	return picture ? describeBodyWithPicture(schema) : buildJsonContent(schema);
}

/** The version of the API; its changes are listed in docs/api.md. */
const API_VERSION = "1.3.0";

const describeSecurity = ({ access, scope }: CallDefinition): Json[] =>
	access === "everyone" ? [] : [{ session: [] }, { header: [] }, { bearer: [] }, ...(scope ? [{ token: [] }] : [])];

function describeCall(call: CallDefinition): Json {
	const failures = FAILURE_STATUSES.map((status) => [String(status), FAILURE]);
	return {
		summary: call.summary,
		description: `Access: ${call.access}.${call.role ? ` Role: ${call.role}.` : ""}`,
		tags: [call.path.split("/").find((part) => part !== "" && part !== "fantasy") ?? "other"],
		parameters: [LANGUAGE, ...describeParameters(call.params, "path"), ...describeParameters(call.query, "query")],
		...(call.method === "POST" ? { requestBody: { content: describeBody(call) } } : {}),
		responses: {
			"200": {
				description: "Success",
				content: buildJsonContent(toOpenApiSchema(envelopeSchema(call.success), "output")),
			},
			...Object.fromEntries(failures),
		},
		security: describeSecurity(call),
		...(call.scope ? { "x-token-scope": call.scope } : {}),
	};
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Builds a stable id from method and path: `get /fantasy/league/{id}` becomes `getFantasyLeagueById`. */
function buildOperationId(method: string, path: string): string {
	const words = path
		.replace(/^\/api\/(\{lang\}\/)?/, "")
		.replace(/\.json$|\.webp$/, "")
		.replaceAll(/\{(\w)(\w*)\}/g, (_, first: string, rest: string) => `by-${first.toUpperCase()}${rest}`)
		.split(/[^A-Za-z\d]+/);
	return method + words.map(capitalise).join("");
}

function addOperationIds(paths: Paths): Paths {
	const result: Paths = {};
	for (const [path, operations] of Object.entries(paths)) {
		const entries = Object.entries(operations).map(
			([method, operation]) => [method, { operationId: buildOperationId(method, path), ...operation }] as const,
		);
		result[path] = Object.fromEntries(entries);
	}
	return result;
}

/** Builds the OpenAPI 3.0 document from the schemas that validate the calls. `files` describes the static files. */
function buildOpenApi(calls: readonly CallDefinition[], publicUrl: string, files: Paths): Json {
	const paths: Paths = { ...files, ...describeOtherRoutes() };
	for (const call of calls) {
		const path = `/api/{lang}${call.path.replaceAll(/:(\w+)/g, "{$1}")}`;
		paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(call) };
	}
	return {
		openapi: "3.0.3",
		info: {
			title: "First Bounce",
			version: API_VERSION,
			description:
				"Every response of a call is { success, errors }. Within a major version, fields and calls are only added. Before one is removed, it is marked as deprecated for a season.",
		},
		servers: [{ url: publicUrl }],
		paths: addOperationIds(paths),
		components: {
			schemas: LIVE_SCHEMAS,
			responses: {
				Failure: {
					description: "Refused",
					content: buildJsonContent(toOpenApiSchema(envelopeSchema(z.null()), "output")),
				},
			},
			securitySchemes: {
				session: { type: "apiKey", in: "cookie", name: "X-SID", description: "The session of a browser." },
				header: { type: "apiKey", in: "header", name: "X-SID", description: "The id of a session." },
				bearer: { type: "http", scheme: "bearer", description: "The id of a session." },
				token: {
					type: "http",
					scheme: "bearer",
					description: `A personal access token from /my-account. The x-token-scope of a call is the scope that the token must have (${TOKEN_SCOPES.join(", ")}); calls without it accept no token.`,
				},
				metricsToken: { type: "http", scheme: "bearer", description: "METRICS_TOKEN, where it is set" },
			},
		},
	};
}

/** Returns a getter that builds the document on its first use, when every call is registered. */
export function createOpenApiDocument(app: FastifyInstance, publicUrl: string, files: Paths): () => Json {
	let built: Json | null = null;
	return () => {
		built ??= buildOpenApi(app.routeServices.calls, publicUrl, files);
		return built;
	};
}

export function registerOpenApi(app: FastifyInstance, document: () => Json): void {
	app.get("/api/openapi.json", document);
}
