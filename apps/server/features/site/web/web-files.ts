import path from "node:path";
import fastifyStatic from "@fastify/static";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { getHelpTab } from "@first-bounce/contract/site/paths";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getRefusal, sendRefusal } from "../../../plugins/errors.ts";
import { IMMUTABLE } from "../../../plugins/http/built-file.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { registerCrawlerFiles } from "./crawler-files.ts";
import type { IsKnownAddress } from "./known-addresses.ts";
import { createPages, type PageOptions } from "./pages.ts";
import { isScreenPath } from "./screen-paths.ts";

const REVALIDATE = "no-cache";

/** The path of the empty app shell, which the service worker caches for offline use. */
const SHELL_PATH = "/shell.html";

const isApiPath = (url: string): boolean => /^\/(api|json|oidc|healthz|readyz|live)(\/|$|\?)/.test(url);
const isFilePath = (url: string): boolean => /\.\w{2,5}(\?|$)/.test(url);

/** Whether a path is `/help`, outside the help, or a help tab of any language. */
function isValidHelpPath(path: string, help: PageOptions["help"]): boolean {
	const tab = /^\/help\/([^/]+)/.exec(path)?.[1];
	const sections = LANGUAGES.flatMap((language) => help(language).sections);
	return tab === undefined || sections.some((section) => getHelpTab(section) === tab);
}

/**
 * Serves the built web app. Files with a hash in their name are cached forever, others are revalidated. Every path of a
 * screen gets the app shell or a prerendered page, and other paths, and those of a match, round, team or league that does not
 * exist, get the shell with status 404. Unknown API paths get the error envelope.
 */
export async function registerWeb(
	app: FastifyInstance,
	folder: string,
	options: PageOptions & { readonly isKnownAddress: IsKnownAddress },
): Promise<void> {
	const pages = createPages(folder, options, (error) => app.log.error(error));
	/** Whether a path is that of a screen, and what it names exists. True if the database cannot be asked. */
	const isKnown = async (path: string, request: FastifyRequest): Promise<boolean> => {
		if (!isScreenPath(path) || !isValidHelpPath(path, options.help)) return false;
		try {
			return await options.isKnownAddress(path, request);
		} catch (error) {
			app.log.error(error);
			return true;
		}
	};
	const sendNotFound = async (request: FastifyRequest, reply: FastifyReply) => {
		const isPage = request.method === "GET" || request.method === "HEAD";
		if (!pages || !isPage || isApiPath(request.url) || isFilePath(request.url))
			return sendRefusal(request, reply, refuse(404, "not-found"));
		const path = request.url.split("?", 1)[0] ?? "/";
		return pages.send(request, reply, (await isKnown(path, request)) ? 200 : 404);
	};
	if (pages)
		await app.register(async (files) => {
			// Folders and invalid file paths such as //x get the not-found page too.
			files.setErrorHandler<FastifyError>((error, request, reply) => {
				if (error.code === "ERR_STREAM_PREMATURE_CLOSE") {
					// The client has left.
					request.raw.destroy();
					return undefined;
				}
				const status = getRefusal(error)?.status ?? error.statusCode ?? 500;
				if (status >= 500) throw error;
				return sendNotFound(request, reply);
			});
			await files.register(fastifyStatic, {
				root: folder,
				serve: false,
				index: false,
				preCompressed: true,
				cacheControl: false,
				setHeaders: (reply, file) => {
					// Ads use the fonts, and their sandboxed frames have no origin.
					if (file.endsWith(".woff2"))
						reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");
					reply.header("cache-control", file.includes(`${path.sep}assets${path.sep}`) ? IMMUTABLE : REVALIDATE);
				},
			});
			// The plugin's own route would list every folder of a path at each request, to compare upper and lower case.
			files.route<{ Params: { "*": string } }>({
				method: ["HEAD", "GET"],
				url: "/*",
				handler: (request, reply) => reply.sendFile(`/${request.params["*"]}`),
			});
		});

	if (pages) {
		app.get("/", (request, reply) => pages.send(request, reply, 200));
		app.get(SHELL_PATH, (request, reply) => pages.sendShell(request, reply));
		// Starts rendering pages that have changed since the build, before somebody requests them.
		app.addHook("onListen", (done) => {
			pages.paths();
			done();
		});
		registerCrawlerFiles(app, {
			publicUrl: options.publicUrl,
			isClosedPreview: options.isClosedPreview,
			isPublicRead: options.isPublicRead,
			paths: pages.paths,
		});
	}

	app.setNotFoundHandler(sendNotFound);
}
