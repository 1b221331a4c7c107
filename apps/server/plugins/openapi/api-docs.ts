import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

const TITLE = "First Bounce API";
const FOLDER = "/api/docs";

/**
 * The OpenAPI document as a page to browse and to try, under /api/docs. Its scripts are files of this server, so the
 * pages' strict policy holds for it as for any other.
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
			// Made when it is first asked for: by then every call is known.
			transformSpecification: document,
			transformSpecificationClone: false,
		});
	});
}
