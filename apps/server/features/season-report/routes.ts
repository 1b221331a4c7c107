import { showSeasonReport } from "@first-bounce/contract/season-report";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import type { TeamServices } from "../team/read-team.ts";
import { createSolver } from "../team/solver.ts";
import { createHindsight } from "./hindsight.ts";
import { seasonReport } from "./use-cases.ts";

/** Nobody waits for hindsight, so it may take its time; its thread is not autopick's. */
const DEADLINE = 60_000;

export function registerSeasonReport(app: FastifyInstance, services: TeamServices): void {
	const solver = createSolver(DEADLINE);
	const hindsight = createHindsight(services.pool, solver, (error) => app.log.error(error));
	app.addHook("onClose", async () => {
		const closing = hindsight.close();
		await solver.close();
		await closing;
	});
	route(app, showSeasonReport, {
		needs: "season",
		handler: async ({ caller }) => ({ report: await seasonReport({ ...services, hindsight }, caller.userId) }),
	});
}
