import { LIVE_PATH } from "@first-bounce/contract/constants";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { liveClock, liveTeam, liveVersion } from "@first-bounce/contract/live";
import { HELP_FILES, helpArticle, helpCategory, helpSection } from "@first-bounce/contract/site/help";
import { z } from "zod";
import { PUBLIC_FILES, PUBLIC_FOLDER, PUBLIC_PER_MINUTE } from "../../features/static-files/public-api.ts";
import { type DescribedFile, FANTASY_FILES, FANTASY_FOLDER, PLAYER_STATS } from "../../features/static-files/routes.ts";
import { healthAnswer, readinessAnswer } from "../health.ts";

export type Json = Readonly<Record<string, unknown>>;
/** Operations by path and method. */
export type Paths = Record<string, Readonly<Record<string, Json>>>;

export const json = (schema: Json): Json => ({ "application/json": { schema } });

/** A schema as OpenAPI 3.0 has it. */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, {
		io,
		unrepresentable: "any",
		target: "openapi-3.0",
	}) as Json;
	return rest;
}

const FAILURE = { $ref: "#/components/responses/Failure" };
const LANGUAGE = { name: "lang", in: "path", required: true, schema: { type: "string", enum: LANGUAGES } };
const number = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "integer", minimum: 0 } });

interface FileOptions {
	readonly tag: string;
	readonly description: string;
	readonly parameters?: readonly Json[];
	/** Further statuses it may answer with. */
	readonly failures?: readonly string[];
}

function fileOperation({ schema, summary }: DescribedFile, options: FileOptions): Json {
	const { tag, description, parameters = [], failures = [] } = options;
	return {
		summary,
		description,
		tags: [tag],
		parameters,
		responses: {
			"200": { description: "Success", content: json(schemaOf(schema, "output")) },
			"304": { description: "Not changed since" },
			...Object.fromEntries(["404", ...failures].map((status) => [status, FAILURE])),
		},
		security: [],
	};
}

const PUBLIC = {
	tag: "public",
	description: `Access: everyone. From any origin, ${PUBLIC_PER_MINUTE} requests a minute from one address. Send If-None-Match.`,
	failures: ["429"],
};
const FANTASY = { tag: "files", description: "Access: everyone. For the web: send If-None-Match." };
const HELP_SCHEMAS = { categories: helpCategory, sections: helpSection, articles: helpArticle };

/** The files that hold a season, for other programs and for the web, and the help's. */
function staticFilePaths(): Paths {
	const paths: Paths = {};
	for (const name of PUBLIC_FILES) {
		const file = FANTASY_FILES[name];
		if (file) paths[`${PUBLIC_FOLDER}/${name}.json`] = { get: fileOperation(file, PUBLIC) };
	}
	for (const [name, file] of Object.entries(FANTASY_FILES))
		paths[`${FANTASY_FOLDER}/${name}.json`] = { get: fileOperation(file, FANTASY) };
	for (const [folder, options] of [
		[PUBLIC_FOLDER, PUBLIC],
		[FANTASY_FOLDER, FANTASY],
	] as const)
		paths[`${folder}/player_stats/{id}.json`] = {
			get: fileOperation(PLAYER_STATS, { ...options, parameters: [number("id")] }),
		};
	for (const name of HELP_FILES)
		paths[`/json/help/{lang}/${name}.json`] = {
			get: fileOperation(
				{ schema: z.array(HELP_SCHEMAS[name]), summary: `The help's ${name}` },
				{ tag: "help", description: "Access: everyone.", parameters: [LANGUAGE] },
			),
		};
	return paths;
}

function picturePaths(): Paths {
	const picture = (summary: string, ...parameters: string[]) => ({
		get: {
			summary,
			description: "Access: everyone. A version never changes.",
			tags: ["media"],
			parameters: parameters.map(number),
			responses: {
				"200": { description: "Success", content: { "image/webp": { schema: { type: "string", format: "binary" } } } },
				"404": FAILURE,
			},
			security: [],
		},
	});
	return {
		"/media/users/{id}/{version}.webp": picture("A user's picture", "id", "version"),
		"/media/leagues/{id}/{version}.webp": picture("A league's picture", "id", "version"),
		"/media/players/{season}/{id}/{version}.webp": picture("A player's photo", "season", "id", "version"),
	};
}

/** What the events of the live stream carry, in JSON. */
export const LIVE_SCHEMAS: Json = {
	LiveVersion: schemaOf(liveVersion, "output"),
	LiveClock: schemaOf(liveClock, "output"),
	LiveTeam: schemaOf(liveTeam, "output"),
};

const liveOperation = (): Json => ({
	summary: "What is published, as it is published: server-sent events",
	description:
		"Access: everyone. Event `version` (LiveVersion) comes with the connection and with every publication, `clock` (LiveClock) when the season clock is set. With a session, `team` (LiveTeam) comes when the user's own team was saved, on whichever device; ask for the team again unless you have that version. A comment every 15 seconds keeps the connection open.",
	tags: ["live"],
	parameters: [LANGUAGE],
	responses: {
		"200": {
			description: "The stream, which does not end by itself",
			content: { "text/event-stream": { schema: { type: "string" } } },
		},
		"404": FAILURE,
		"429": FAILURE,
		"503": FAILURE,
	},
	"x-events": {
		version: { $ref: "#/components/schemas/LiveVersion" },
		clock: { $ref: "#/components/schemas/LiveClock" },
		team: { $ref: "#/components/schemas/LiveTeam" },
	},
	security: [],
});

/** What a monitor asks for. */
function healthPaths(): Paths {
	const operation = (summary: string, description: string, responses: Json, security: readonly Json[] = []): Json => ({
		summary,
		description,
		tags: ["health"],
		responses,
		security,
	});
	const ready = (description: string) => ({ description, content: json(schemaOf(readinessAnswer, "output")) });
	return {
		"/healthz": {
			get: operation("Whether the process answers", "Access: everyone. Asks nothing else.", {
				"200": { description: "It does", content: json(schemaOf(healthAnswer, "output")) },
			}),
		},
		"/readyz": {
			get: operation("Whether the process can serve", "Access: everyone.", {
				"200": ready("It can"),
				"503": ready("It cannot yet, or its database does not answer"),
			}),
		},
		"/metrics": {
			get: operation(
				"What Prometheus reads",
				"Access: METRICS_TOKEN; without one, this machine only, and nothing that a proxy forwards.",
				{
					"200": { description: "Success", content: { "text/plain": { schema: { type: "string" } } } },
					"404": FAILURE,
				},
				[{ metricsToken: [] }, {}],
			),
		},
		"/api/openapi.json": {
			get: operation("This document", "Access: everyone.", {
				"200": { description: "Success", content: json({ type: "object" }) },
			}),
		},
	};
}

/** Whatever answers programs beside the calls of the contract. */
export const filePaths = (): Paths => ({
	...staticFilePaths(),
	...picturePaths(),
	[`/api/{lang}${LIVE_PATH}`]: { get: liveOperation() },
	...healthPaths(),
});
