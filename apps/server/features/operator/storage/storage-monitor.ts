import { createRunner, type Runner } from "../../match-day/engine/runner.ts";
import { type AlertServices, alertOperators } from "./alert-operators.ts";
import type { StorageState, StorageWatch } from "./storage-watch.ts";

const MEASURE_INTERVAL_MS = 2_000;
/** The minimum time between checks of whether the operators must be mailed. */
const ALERT_CHECK_INTERVAL_MS = 60 * 60_000;

/** Measures free disk space regularly, and mails the operators when it is low or used up. */
export function createStorageMonitor(
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
		const data = { megabytes: Math.floor((report.freeBytes ?? 0) / 1024 ** 2) };
		await alertOperators(services, report.state === "full" ? "storage-full" : "storage-low", data);
		// Set after the mail is stored, which may fail on a full disk.
		checkedAt.set(report.state, services.wallNow());
	};
	return createRunner(step, onError, MEASURE_INTERVAL_MS);
}
