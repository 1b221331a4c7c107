import type { FastifyInstance } from "fastify";

/**
 * Logs a line for each response at the level `info`. To leave out personal data, it has the route's pattern instead of the
 * address, whose parameters and query may contain tokens and names.
 */
export function registerRequestLog(app: FastifyInstance): void {
	if (app.log.level !== "info") return;
	app.addHook("onResponse", (request, reply, done) => {
		const route = formatRoute(request);
		const ms = Math.round(reply.elapsedTime);
		request.log.info({ method: request.method, route, status: reply.statusCode, ms }, "request");
		done();
	});
}

interface RoutedRequest {
	readonly is404: boolean;
	readonly routeOptions: { readonly url?: string | undefined };
}

/** Formats the pattern of a request's route, such as `/api/:lang/leagues/:id`; `none` if no route matched. */
export const formatRoute = ({ is404, routeOptions: { url } }: RoutedRequest): string =>
	is404 || url === undefined ? "none" : url;
