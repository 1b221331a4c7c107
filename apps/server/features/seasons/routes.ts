import { showClock } from "@first-bounce/contract/clock";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import type { SeasonClocks } from "./current/season-clock.ts";
import { registerPastSeasons } from "./past/routes.ts";
import type { PastSeasonServices } from "./past/service.ts";

interface SeasonRouteServices extends PastSeasonServices {
	readonly clocks: Pick<SeasonClocks, "show">;
}

/** Registers the calls for season time and for past seasons. */
export function registerSeasons(app: FastifyInstance, services: SeasonRouteServices): void {
	route(app, showClock, { needs: "nothing", handler: () => services.clocks.show() });
	registerPastSeasons(app, services);
}
