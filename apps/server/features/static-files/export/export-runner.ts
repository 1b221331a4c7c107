import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { DatabaseAccess } from "../../../db/client.ts";
import { closeAll } from "../../../db/close-all.ts";
import type { QueueName } from "../../../db/job-schema.ts";
import { createLeaderElection, EXPORT_LEADER_LOCK_ID } from "../../../db/leader-election.ts";
import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { createRunner, type Runner } from "../../jobs/runner.ts";
import { createFileExport, type ExportSource } from "./export-files.ts";
import { createPutFile, type ExportTarget, type PutFile } from "./export-target.ts";

const CHECK_INTERVAL_MS = 2_000;
/** During a round files change every few seconds, but browsers poll only once a minute. */
const EXPORT_INTERVAL_MS = 10_000;
/** A failed export is retried after this time, like the phases of a round (decision 023). */
const RETRY_AFTER_MS = 15 * MINUTE_MS;
/** The timeout for writing one file. */
const FILE_TIMEOUT_MS = 60_000;
const QUEUE = "files-export" satisfies QueueName;

export interface ExportServices {
	readonly database: Pick<Database, "db"> & DatabaseAccess;
	readonly files: ExportSource;
	readonly queue: Pick<JobQueue, "send" | "drain" | "cancelActive">;
	readonly wallNow: () => number;
	readonly fileTimeoutMs?: number;
}

async function withTimeout<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
	const timeout = Promise.withResolvers<never>();
	const timer = setTimeout(() => timeout.reject(new Error(`A file took longer than ${milliseconds} ms`)), milliseconds);
	return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}

/**
 * Creates the runner that exports the static files when they have changed, as a job (decision 043). Only one process
 * exports: two could leave an old file next to newer checksums.
 */
export async function createExportRunner(
	target: ExportTarget,
	{ database, files, queue, wallNow, fileTimeoutMs = FILE_TIMEOUT_MS }: ExportServices,
	onError: (error: unknown) => void,
): Promise<Runner> {
	const leadership = createLeaderElection(database, onError, EXPORT_LEADER_LOCK_ID);
	const putFile = await createPutFile(target);
	let isStopping = false;
	/** Keys of writes in progress. A write continues after its time-out, and could overwrite a second one of the same key. */
	const openKeys = new Set<string>();
	const put: PutFile = async (key, ...file) => {
		if (isStopping) throw new Error("The server stopped during the export");
		if (!(await leadership.tryLead())) throw new Error("Another process has taken over the export");
		if (openKeys.has(key)) throw new Error(`An earlier write of ${key} has not ended`);
		openKeys.add(key);
		const writing = putFile(key, ...file).finally(() => openKeys.delete(key));
		return withTimeout(fileTimeoutMs, writing);
	};
	const { isDue, run } = createFileExport(database.db, files, { target: target.name, put });
	let nextAt = Number.NEGATIVE_INFINITY;
	/** The last term of leadership in which jobs left active by another process were cancelled. */
	let cleanedUpTerm = 0;
	const step = async () => {
		if (!(await leadership.tryLead())) return;
		if (leadership.term() !== cleanedUpTerm) {
			await queue.cancelActive([QUEUE]);
			cleanedUpTerm = leadership.term();
		}
		if (wallNow() >= nextAt && (await isDue())) {
			nextAt = wallNow() + RETRY_AFTER_MS;
			await queue.send(QUEUE, { target: target.name }, { key: target.name });
		}
		await queue.drain([QUEUE], async () => {
			const exported = await run();
			nextAt = wallNow() + EXPORT_INTERVAL_MS;
			return exported;
		});
	};
	const runner = createRunner(step, onError, CHECK_INTERVAL_MS);
	return {
		...runner,
		stop: async () => {
			isStopping = true;
			await closeAll([leadership.close, runner.stop]);
		},
	};
}
