import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Writes the errors that no test caught to `UNHANDLED_ERRORS_FILE`, because Vitest's JSON report does not contain them. */
export default class UnhandledErrorReporter implements Reporter {
	onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
		const file = process.env.UNHANDLED_ERRORS_FILE;
		if (file) writeFileSync(file, JSON.stringify(errors));
	}
}
