import { parentPort } from "node:worker_threads";
import type { IntegerProgram } from "@first-bounce/rules/autopick/integer-program";
import { loadSolver, solveIntegerProgram } from "./integer-program.ts";

export interface AutopickTask {
	readonly id: number;
	readonly program: IntegerProgram;
	readonly deadline: number;
}

// The thread beside the requests': one program after another.
parentPort?.on("message", async ({ id, program, deadline }: AutopickTask) => {
	parentPort?.postMessage({ id, solution: await solveIntegerProgram(program, deadline) });
});
await loadSolver();
