import { waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { site } from "../app/site.ts";
import { reportUncaught } from "./report.ts";

test("exceptions and rejected promises that the page does not handle are reported (D1.8.16)", async () => {
	const reports: unknown[] = [];
	vi.doMock("./sentry-reporter.ts", () => ({ reportToSentry: (error: unknown) => reports.push(error) }));
	vi.spyOn(site, "sentryDsn", "get").mockReturnValue("https://abc123@errors.example.test/7");
	const added = vi.spyOn(globalThis, "addEventListener");
	reportUncaught();
	onTestFinished(() => {
		vi.doUnmock("./sentry-reporter.ts");
		for (const [type, listener] of added.mock.calls) removeEventListener(type, listener as EventListener);
	});
	const exception = new TypeError("Cannot read the line-up");
	dispatchEvent(new ErrorEvent("error", { error: exception }));
	await waitFor(() => expect(reports).toEqual([exception]));
	const rejection = new RangeError("No such round");
	dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: rejection }));
	await waitFor(() => expect(reports).toEqual([exception, rejection]));
});
