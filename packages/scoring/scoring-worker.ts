import { parentPort, workerData } from "node:worker_threads";
import { createScoringHandler, type ScoringMessage, type ScoringOptions } from "./scoring-handler.ts";

const options: ScoringOptions = workerData;
const handle = createScoringHandler(options);

parentPort?.on("message", (message: ScoringMessage) => {
	const result = handle(message);
	if (result)
		parentPort?.postMessage(result, [(result.kind === "projected" ? result.totals : result.draftPoints).buffer]);
});
