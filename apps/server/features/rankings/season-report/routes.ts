import { showSeasonReport } from "@first-bounce/contract/stats/season-report";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { createTaskThread } from "../../jobs/task-thread.ts";
import type { TeamServices } from "../../team/load-team.ts";
import { createHindsight } from "./hindsight.ts";
import type { HindsightResult, HindsightTask } from "./hindsight-worker.ts";
import { getSeasonReport } from "./service.ts";

/** The deadline is long because no request waits for the result. Autofill uses another thread. */
const DEADLINE_MS = 60_000;
const GRACE_MS = 30_000;
const REPORTS_PER_MINUTE = 60;

export function registerSeasonReport(app: FastifyInstance, services: TeamServices): void {
	const thread = createTaskThread<HindsightTask, HindsightResult>(
		new URL("./hindsight-worker.ts", import.meta.url),
		DEADLINE_MS + GRACE_MS,
	);
	const hindsight = createHindsight(
		services.pool,
		(input) => thread.run({ input, deadlineMs: DEADLINE_MS }),
		(error) => app.log.error(error),
	);
	app.addHook("onClose", async () => {
		const closing = hindsight.close();
		await thread.close();
		await closing;
	});
	route(app, showSeasonReport, {
		perAccountPerMinute: REPORTS_PER_MINUTE,
		handler: async ({ caller }) => ({ report: await getSeasonReport({ ...services, hindsight }, caller.userId) }),
	});
}
