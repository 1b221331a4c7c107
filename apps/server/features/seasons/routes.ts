import { showClock } from "@first-bounce/contract/clock";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import type { SeasonClocks } from "./current/season-clock.ts";

export const registerSeasonClock = (app: FastifyInstance, clocks: Pick<SeasonClocks, "show">): void =>
	route(app, showClock, { needs: "nothing", handler: () => clocks.show() });
