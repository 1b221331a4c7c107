import { buildHindsightModel, type HindsightInput } from "@first-bounce/rules/hindsight/hindsight-model";
import { parseHindsightSolution } from "@first-bounce/rules/hindsight/hindsight-solution";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { serveTasks } from "../../jobs/serve-tasks.ts";
import { loadSolver, solveIntegerProgram } from "./solve-integer-program.ts";

export interface HindsightTask {
	readonly input: HindsightInput;
	readonly deadlineMs: number;
}

/** Null if no team was proven to be the best in time. */
export type HindsightResult = Lineup | null;

serveTasks(async ({ input, deadlineMs }: HindsightTask): Promise<HindsightResult> => {
	const model = buildHindsightModel(input);
	const solution = await solveIntegerProgram(model.program, deadlineMs);
	return solution.status === "optimal" ? parseHindsightSolution(input, model, solution.values) : null;
});
await loadSolver();
