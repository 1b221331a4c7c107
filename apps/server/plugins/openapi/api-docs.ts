import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

const TITLE = "First Bounce API";
const FOLDER = "/api/docs";

/**
 * Serves the OpenAPI document in Swagger UI under /api/docs. Its scripts come from this server, so that the strict content
 * security policy of pages can apply.
 */
export async function registerApiDocs(
	pages: FastifyInstance,
	document: () => Readonly<Record<string, unknown>>,
): Promise<void> {
	await pages.register(async (docs) => {
		const empty = { openapi: "3.0.3", info: { title: TITLE, version: "" }, paths: {} } as const;
		await docs.register(swagger, { mode: "static", specification: { document: empty } });
		await docs.register(swaggerUi, {
			routePrefix: FOLDER,
			uiConfig: { docExpansion: "none", deepLinking: true, tagsSorter: "alpha", layout: "BaseLayout" },
			theme: { title: TITLE },
			// Built on the first request, when every call is registered.
			transformSpecification: document,
			transformSpecificationClone: false,
		});
	});
}
