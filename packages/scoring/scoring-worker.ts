import { parentPort, workerData } from "node:worker_threads";
import { createEngine } from "./engine.ts";
import { buildRowLayout } from "./row-layout.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

const { rules, capacity }: WorkerStart = workerData;
const engine = createEngine(buildRowLayout(rules), capacity);

parentPort?.on("message", (message: ToWorker) => {
	if (message.kind === "lineups") engine.setLineups(message.first, message.packed);
	else if (message.kind === "priors") engine.setPriors(message.first, message.totals, message.highs);
	else {
		const version = engine.rescore(message.round, message);
		parentPort?.postMessage({ version, standings: engine.standings } satisfies FromWorker);
	}
});
