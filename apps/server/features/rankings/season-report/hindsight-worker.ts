import { parentPort } from "node:worker_threads";
import { type HindsightInput, hindsightModel } from "@first-bounce/rules/hindsight/hindsight-model";
import { readHindsight } from "@first-bounce/rules/hindsight/read-hindsight";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { loadSolver, solveIntegerProgram } from "../../team/autofill/integer-program.ts";

export interface HindsightTask {
	readonly input: HindsightInput;
	readonly deadlineMs: number;
}

/** Null when the best team could not be proven in time. */
export type HindsightAnswer = Lineup | null;

parentPort?.on("message", async ({ input, deadlineMs }: HindsightTask) => {
	const model = hindsightModel(input);
	const solution = await solveIntegerProgram(model.program, deadlineMs);
	parentPort?.postMessage(solution.status === "optimal" ? readHindsight(input, model, solution.values) : null);
});
await loadSolver();
