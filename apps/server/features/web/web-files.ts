import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendRefusal } from "../../plugins/errors.ts";
import { refuse } from "../../plugins/refusal.ts";
import { createPages } from "./pages.ts";
import { isScreen } from "./screen-paths.ts";
import type { SiteSettings } from "./site.ts";

const HASHED = "public, max-age=31536000, immutable";
const CHECKED = "no-cache";

const isProgram = (url: string): boolean => /^\/(api|json|oidc|healthz|readyz|live)(\/|$|\?)/.test(url);
const isFile = (url: string): boolean => /\.\w{2,5}(\?|$)/.test(url);

/**
 * Serves the built web: files whose name carries a hash for ever, the others checked each time, and its one page for
 * every path a person may open; 404 with the same page for those no screen owns. Programs get the envelope.
 */
export async function registerWeb(app: FastifyInstance, folder: string, site: SiteSettings): Promise<void> {
	const pages = createPages(folder, site);
	if (pages)
		await app.register(fastifyStatic, {
			root: folder,
			index: false,
			preCompressed: true,
			cacheControl: false,
			setHeaders: (reply, file) => {
				reply.header("cache-control", file.includes(`${path.sep}assets${path.sep}`) ? HASHED : CHECKED);
			},
		});

	if (pages) app.get("/", (request, reply) => pages.send(request, reply, 200));

	app.setNotFoundHandler((request: FastifyRequest, reply) => {
		const isPage = request.method === "GET" || request.method === "HEAD";
		if (!pages || !isPage || isProgram(request.url) || isFile(request.url))
			return sendRefusal(request, reply, refuse(404, "not-found"));
		return pages.send(request, reply, isScreen(request.url.split("?", 1)[0] ?? "/") ? 200 : 404);
	});
}
