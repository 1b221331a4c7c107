import { parentPort } from "node:worker_threads";
import { type AutofillInput, buildAutofillModel } from "@first-bounce/rules/autofill/autofill-model";
import { parseAutofillSolution } from "@first-bounce/rules/autofill/autofill-solution";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Ruling } from "@first-bounce/rules/violation";
import { loadSolver, solveIntegerProgram } from "./solve-integer-program.ts";

export interface AutofillTask {
	readonly input: AutofillInput;
	readonly deadlineMs: number;
}

/** Null if no team was found in time. */
export type AutofillAnswer = Ruling<Lineup> | null;

/** The relative gap to the optimum that is accepted. Proving the optimum would take seconds. */
const MAX_GAP = 0.005;

export async function solveAutofill({ input, deadlineMs }: AutofillTask): Promise<AutofillAnswer> {
	const model = buildAutofillModel(input);
	const solution = await solveIntegerProgram(model.program, deadlineMs, MAX_GAP);
	if (solution.status === "infeasible") return parseAutofillSolution(input, model, null);
	return solution.values && parseAutofillSolution(input, model, solution.values);
}

parentPort?.on("message", async (task: AutofillTask) => {
	parentPort?.postMessage(await solveAutofill(task));
});
await loadSolver();
