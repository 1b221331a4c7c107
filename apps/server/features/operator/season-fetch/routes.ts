import * as call from "@first-bounce/contract/operator/season/season-fetch";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { createSeasonFetcher } from "./service.ts";

/** Registers the calls that fetch a season from a provider. A running fetch ends with the server. */
export function registerSeasonFetch(app: FastifyInstance, { db, clocks, seasonFetch }: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	const onError = (error: unknown) => app.log.error(error);
	const fetcher = createSeasonFetcher({ db, wallNow: clocks.wallNow, settings: seasonFetch, onError });
	app.addHook("onClose", fetcher.close);
	register(call.showSeasonFetch, async () => ({ isAvailable: fetcher.isAvailable, fetch: await fetcher.show() }));
	register(call.startSeasonFetch, async ({ body, audit }) => ({ fetch: await fetcher.start(body, audit) }));
	register(call.showSeasonFetchFiles, ({ params }) => fetcher.listFiles(params.id));
}
