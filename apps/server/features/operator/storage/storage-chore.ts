import { createRunner, type Runner } from "../../match-day/engine/runner.ts";
import { type AlertServices, alertOperators } from "./alert-operators.ts";
import type { StorageState, StorageWatch } from "./storage-watch.ts";

const MEASURE_INTERVAL_MS = 2_000;
/** How often a process checks whether operators need another mail. */
const ALERT_CHECK_INTERVAL_MS = 60 * 60_000;

/** Measures the disks, and mails the operators when one is low or full. */
export function createStorageChore(
	storage: Pick<StorageWatch, "measure" | "report">,
	services: AlertServices,
	onError: (error: unknown) => void,
): Runner {
	const checkedAt = new Map<StorageState, number>();
	const step = async () => {
		await storage.measure();
		const report = storage.report();
		const last = checkedAt.get(report.state) ?? Number.NEGATIVE_INFINITY;
		if (report.state === "ok" || services.wallNow() - last < ALERT_CHECK_INTERVAL_MS) return;
		await alertOperators(services, report);
		// Only after the mail is stored: on a full disk that may fail.
		checkedAt.set(report.state, services.wallNow());
	};
	return createRunner(step, onError, MEASURE_INTERVAL_MS);
}
