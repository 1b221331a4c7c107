import { LIVE_PATH } from "@first-bounce/contract/constants";
import { LANGUAGES } from "@first-bounce/contract/languages";
import {
	liveClock,
	liveConversation,
	liveConversations,
	liveDraft,
	liveMaintenance,
	liveMatchDay,
	liveTeam,
	liveUser,
	liveVersion,
} from "@first-bounce/contract/live";
import { HELP_FILES, helpArticle, helpCategory, helpSection } from "@first-bounce/contract/site/help";
import { z } from "zod";
import { healthResponse, readinessResponse } from "../health.ts";

export type Json = Readonly<Record<string, unknown>>;
/** Operations by path and method. */
export type Paths = Record<string, Readonly<Record<string, Json>>>;

export const buildJsonContent = (schema: Json): Json => ({ "application/json": { schema } });

/** Converts a zod schema to the form of OpenAPI 3.0. */
export function toOpenApiSchema(schema: z.ZodType, io: "input" | "output"): Json {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, {
		io,
		unrepresentable: "any",
		target: "openapi-3.0",
	}) as Json;
	return rest;
}

export const FAILURE = { $ref: "#/components/responses/Failure" };
export const LANGUAGE = { name: "lang", in: "path", required: true, schema: { type: "string", enum: LANGUAGES } };
export const buildNumberParameter = (name: string): Json => ({
	name,
	in: "path",
	required: true,
	schema: { type: "integer", minimum: 0 },
});

/** A static file, as the OpenAPI document describes it. */
export interface DescribedFile {
	readonly schema: z.ZodType;
	readonly summary: string;
	/** JSON by default. */
	readonly mediaType?: "text/csv";
}

const buildSuccess = (mediaType: string, schema: Json): Json => ({
	"200": { description: "Success", content: { [mediaType]: { schema } } },
});
const buildFailures = (...statuses: readonly string[]): Json =>
	Object.fromEntries(statuses.map((status) => [status, FAILURE]));

interface FileOptions {
	readonly tag: string;
	readonly description: string;
	readonly parameters?: readonly Json[];
	/** Failure statuses besides 404. */
	readonly failures?: readonly string[];
}

export function describeFile(file: DescribedFile, options: FileOptions): Json {
	const { schema, summary, mediaType = "application/json" } = file;
	const { tag, description, parameters = [], failures = [] } = options;
	return {
		summary,
		description,
		tags: [tag],
		parameters,
		responses: {
			...buildSuccess(mediaType, toOpenApiSchema(schema, "output")),
			"304": { description: "Not changed since" },
			...buildFailures("404", ...failures),
		},
		security: [],
	};
}

const HELP_SCHEMAS = { categories: helpCategory, sections: helpSection, articles: helpArticle };

function describeHelpFiles(): Paths {
	const paths: Paths = {};
	for (const name of HELP_FILES)
		paths[`/json/help/{lang}/${name}.json`] = {
			get: describeFile(
				{ schema: z.array(HELP_SCHEMAS[name]), summary: `The help's ${name}` },
				{ tag: "help", description: "Access: everyone.", parameters: [LANGUAGE] },
			),
		};
	return paths;
}

function describeCalendars(): Paths {
	const buildCalendarOperation = (summary: string, description: string, ...parameters: Json[]) => ({
		get: {
			summary,
			description,
			tags: ["calendar"],
			parameters: [LANGUAGE, ...parameters],
			responses: { ...buildSuccess("text/calendar", { type: "string" }), ...buildFailures("404", "429") },
			security: [],
		},
	});
	return {
		"/calendar/{lang}/season.ics": buildCalendarOperation("The season's matches and first locks", "Access: everyone."),
		"/calendar/{lang}/{token}.ics": buildCalendarOperation(
			"The same with the match-ups of the token's owner",
			"Access: whoever has the address. The token needs the scope read:calendar.",
			{ name: "token", in: "path", required: true, schema: { type: "string" } },
		),
	};
}

function describePictures(): Paths {
	const buildPictureOperation = (summary: string, ...parameters: string[]) => ({
		get: {
			summary,
			description: "Access: everyone. A version never changes.",
			tags: ["media"],
			parameters: parameters.map(buildNumberParameter),
			responses: {
				...buildSuccess("image/webp", { type: "string", format: "binary" }),
				...buildFailures("404"),
			},
			security: [],
		},
	});
	return {
		"/media/users/{id}/{version}.webp": buildPictureOperation("A user's picture", "id", "version"),
		"/media/leagues/{id}/{version}.webp": buildPictureOperation("A league's picture", "id", "version"),
		"/media/players/{season}/{id}/{version}.webp": buildPictureOperation("A player's photo", "season", "id", "version"),
		"/media/squads/{season}/{id}/{version}.webp": buildPictureOperation("A club's image", "season", "id", "version"),
	};
}

/** Schemas of the live stream's events. */
export const LIVE_SCHEMAS: Json = {
	LiveVersion: toOpenApiSchema(liveVersion, "output"),
	LiveClock: toOpenApiSchema(liveClock, "output"),
	LiveUser: toOpenApiSchema(liveUser, "output"),
	LiveTeam: toOpenApiSchema(liveTeam, "output"),
	LiveConversation: toOpenApiSchema(liveConversation, "output"),
	LiveConversations: toOpenApiSchema(liveConversations, "output"),
	LiveDraft: toOpenApiSchema(liveDraft, "output"),
	LiveMaintenance: toOpenApiSchema(liveMaintenance, "output"),
	LiveMatchDay: toOpenApiSchema(liveMatchDay, "output"),
};

const describeLiveStream = (): Json => ({
	summary: "Server-sent events about publications",
	description:
		"Access: everyone. Event `version` (LiveVersion) is sent on connection and with every publication, `clock` (LiveClock) when the season clock is set. `user` (LiveUser) is sent once and says whose stream it is. With a session, `team` (LiveTeam) is sent when the user's team was saved on any device; fetch the team again unless you have that version. `conversation` (LiveConversation) has changes in the conversation of one of the user's leagues: apply them if you have version `after` or a later one, otherwise list the changes. `conversations` (LiveConversations) means that you may have missed changes: list them. `draft` (LiveDraft) means that the draft of one of the user's leagues has a new version: fetch the board since yours. Operators get `match-day` (LiveMatchDay) when the round, its feed or a payload has changed. `maintenance` (LiveMaintenance) means that a maintenance has begun or ended: fetch the announcements. The stream is closed when its session ends. A comment every 15 seconds keeps the connection open.",
	tags: ["live"],
	parameters: [LANGUAGE],
	responses: {
		"200": {
			description: "The stream, which stays open",
			content: { "text/event-stream": { schema: { type: "string" } } },
		},
		...buildFailures("404", "429", "503"),
	},
	"x-events": {
		version: { $ref: "#/components/schemas/LiveVersion" },
		clock: { $ref: "#/components/schemas/LiveClock" },
		user: { $ref: "#/components/schemas/LiveUser" },
		team: { $ref: "#/components/schemas/LiveTeam" },
		conversation: { $ref: "#/components/schemas/LiveConversation" },
		conversations: { $ref: "#/components/schemas/LiveConversations" },
		draft: { $ref: "#/components/schemas/LiveDraft" },
		maintenance: { $ref: "#/components/schemas/LiveMaintenance" },
		"match-day": { $ref: "#/components/schemas/LiveMatchDay" },
	},
	security: [],
});

function describeHealth(): Paths {
	const buildOperation = (
		summary: string,
		description: string,
		responses: Json,
		security: readonly Json[] = [],
	): Json => ({
		summary,
		description,
		tags: ["health"],
		responses,
		security,
	});
	const describeReadiness = (description: string) => ({
		description,
		content: buildJsonContent(toOpenApiSchema(readinessResponse, "output")),
	});
	return {
		"/healthz": {
			get: buildOperation("Whether the process is alive", "Access: everyone. Checks nothing else.", {
				"200": { description: "Alive", content: buildJsonContent(toOpenApiSchema(healthResponse, "output")) },
			}),
		},
		"/readyz": {
			get: buildOperation("Whether the process can serve", "Access: everyone.", {
				"200": describeReadiness("Ready"),
				"503": describeReadiness("Loading or stopping, or the database does not answer"),
			}),
		},
		"/metrics": {
			get: buildOperation(
				"Metrics for Prometheus",
				"Access: METRICS_TOKEN; without one, only direct requests from this machine.",
				{ ...buildSuccess("text/plain", { type: "string" }), ...buildFailures("404") },
				[{ metricsToken: [] }, {}],
			),
		},
		"/api/openapi.json": {
			get: buildOperation("This document", "Access: everyone.", buildSuccess("application/json", { type: "object" })),
		},
	};
}

/** Describes the routes that are neither calls of the contract nor static files: help, calendars, pictures, live stream, health. */
export const describeOtherRoutes = (): Paths => ({
	...describeHelpFiles(),
	...describeCalendars(),
	...describePictures(),
	[`/api/{lang}${LIVE_PATH}`]: { get: describeLiveStream() },
	...describeHealth(),
});
