import { DAY_MS, HOUR_MS } from "@first-bounce/rules/durations";
import { closeAll } from "../../../db/close-all.ts";
import { createRunner } from "../../jobs/runner.ts";
import { createResultMailQueue, type ResultMailServices } from "../result-mails/queue-result-mails.ts";
import { createNoticeCreator } from "./create-notices.ts";
import { deliverNotices, type NoticeDeliveryServices } from "./deliver-notices.ts";
import { deleteOldNotices } from "./queries.ts";

const DELIVERY_INTERVAL_MS = 3_000;
const CLEANUP_INTERVAL_MS = HOUR_MS;
const RETENTION_MS = 60 * DAY_MS;

/**
 * Creates and sends notices and result mails every few seconds, and deletes old notices. Safe to run in several processes.
 * Mails have a runner of their own, so that many of them do not delay notices.
 */
export function startNoticeRunners(
	services: NoticeDeliveryServices & ResultMailServices,
	onError: (error: unknown) => void,
): { readonly step: () => Promise<void>; readonly stop: () => Promise<void> } {
	const { pool, seasons, clocks } = services;
	const createNotices = createNoticeCreator(pool, clocks);
	const queueResultMails = createResultMailQueue(services);
	const sender = createRunner(
		async () => {
			const season = seasons.peek();
			if (!season) return;
			await createNotices(season);
			await deliverNotices(services);
		},
		onError,
		DELIVERY_INTERVAL_MS,
	);
	const mailer = createRunner(
		async () => {
			const season = seasons.peek();
			if (season) await queueResultMails(season);
		},
		onError,
		DELIVERY_INTERVAL_MS,
	);
	const cleanup = createRunner(
		() => deleteOldNotices(pool, clocks.wallNow() - RETENTION_MS),
		onError,
		CLEANUP_INTERVAL_MS,
	);
	const runners = [sender, mailer, cleanup];
	for (const runner of runners) runner.start();
	return { step: sender.step, stop: () => closeAll(runners.map((runner) => runner.stop)) };
}
