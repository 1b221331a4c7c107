import { parentPort } from "node:worker_threads";
import { type AutofillInput, autofill } from "@first-bounce/rules/autofill/autofill";

parentPort?.on("message", (input: AutofillInput) => {
	parentPort?.postMessage(autofill(input));
});
