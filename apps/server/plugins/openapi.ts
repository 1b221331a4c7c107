import type { Call } from "@first-bounce/contract/call";
import { envelopeSchema, FAILURE_STATUSES } from "@first-bounce/contract/envelope";
import { LANGUAGES } from "@first-bounce/contract/languages";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { PLAYER_STATS, PUBLIC_FILES, PUBLIC_FOLDER, PUBLIC_PER_MINUTE } from "../features/static-files/public-api.ts";

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "openapi-3.0" }) as Json;
	return rest;
};

function parametersOf(schema: z.ZodType, place: "path" | "query"): Json[] {
	const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Json; required?: string[] };
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: place,
		required: place === "path" || required.includes(name),
		schema,
	}));
}

const json = (schema: Json): Json => ({ "application/json": { schema } });

/** A picture beside the body's fields, which are text there. */
function withPicture(body: Json): Json {
	const properties = Object.keys((body.properties ?? {}) as Json).map((name) => [name, { type: "string" }]);
	const avatar = { type: "string", format: "binary" };
	const schema = { type: "object", properties: { ...Object.fromEntries(properties), avatar } };
	return { ...json(body), "multipart/form-data": { schema } };
}

function contentOf({ body, picture }: Call): Json {
	const schema = schemaOf(body, "input");
	return picture ? withPicture(schema) : json(schema);
}

function operationOf(call: Call): Json {
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

function publicOperation({ schema, summary }: { schema: z.ZodType; summary: string }, parameters: Json[]): Json {
	return {
		summary,
		description: `Open to everyone and from any origin, ${PUBLIC_PER_MINUTE} requests a minute from one address. Send If-None-Match.`,
		tags: ["public"],
		parameters,
		responses: {
			"200": { description: "Success", content: json(schemaOf(schema, "output")) },
			"304": { description: "Not changed since" },
			"404": { $ref: "#/components/responses/Failure" },
			"429": { $ref: "#/components/responses/Failure" },
		},
		security: [],
	};
}

/** The static files for other programs. */
function publicPaths(): Record<string, Record<string, Json>> {
	const files = Object.entries(PUBLIC_FILES).map(([name, file]): [string, Record<string, Json>] => [
		`${PUBLIC_FOLDER}/${name}.json`,
		{ get: publicOperation(file, []) },
	]);
	const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
	const playerStats = { get: publicOperation(PLAYER_STATS, [id]) };
	return { ...Object.fromEntries(files), [`${PUBLIC_FOLDER}/player_stats/{id}.json`]: playerStats };
}

/** The API as OpenAPI 3.0, made from the same schemas that check it. */
export function openApiOf(calls: readonly Call[], publicUrl: string): Json {
	const paths = publicPaths();
	for (const call of calls) {
		const path = `/api/{lang}${call.path.replaceAll(/:(\w+)/g, "{$1}")}`;
		paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
	}
	return {
		openapi: "3.0.3",
		info: { title: "First Bounce", version: "0.1.0", description: "Every answer is { success, errors }." },
		servers: [{ url: publicUrl }],
		paths,
		components: {
			responses: {
				Failure: { description: "Refused", content: json(schemaOf(envelopeSchema(z.null()), "output")) },
			},
			securitySchemes: {
				session: { type: "apiKey", in: "cookie", name: "X-SID" },
				header: { type: "apiKey", in: "header", name: "X-SID" },
				bearer: { type: "http", scheme: "bearer" },
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
