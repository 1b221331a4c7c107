import { parentPort } from "node:worker_threads";
import { type AutopickInput, buildAutopickModel } from "@first-bounce/rules/autopick/autopick-model";
import { parseAutopickSolution } from "@first-bounce/rules/autopick/autopick-solution";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Ruling } from "@first-bounce/rules/violation";
import { loadSolver, solveIntegerProgram } from "./integer-program.ts";

export interface AutopickTask {
	readonly input: AutopickInput;
	readonly deadlineMs: number;
}

/** Null if no team was found in time. */
export type AutopickAnswer = Ruling<Lineup> | null;

/** The relative gap to the optimum that is accepted. Proving the optimum would take seconds. */
const MAX_GAP = 0.005;

export async function solveAutopick({ input, deadlineMs }: AutopickTask): Promise<AutopickAnswer> {
	const model = buildAutopickModel(input);
	const solution = await solveIntegerProgram(model.program, deadlineMs, MAX_GAP);
	if (solution.status === "infeasible") return parseAutopickSolution(input, model, null);
	return solution.values && parseAutopickSolution(input, model, solution.values);
}

parentPort?.on("message", async (task: AutopickTask) => {
	parentPort?.postMessage(await solveAutopick(task));
});
await loadSolver();
