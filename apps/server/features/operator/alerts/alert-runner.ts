import { MINUTE_MS } from "@first-bounce/rules/durations";
import { formatReason } from "../../../db/connect.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { createRunner, type Runner } from "../../jobs/runner.ts";
import { type CheckServices, findAlerts } from "./find-alerts.ts";
import { claimMessage, saveAttempt } from "./queries.ts";
import { type AlertServices, updateAlerts } from "./service.ts";

const CHECK_INTERVAL_MS = 10_000;
const SEND_TIMEOUT_MS = 10_000;
/** The delay before each retry. After the last one, a message that still fails is marked as failed. */
const RETRY_DELAYS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

/** Posts `{ text }`, which Slack, Mattermost and Discord (`…/slack`) accept. */
async function postMessage(url: string, text: string): Promise<void> {
	const response = await fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ text }),
		redirect: "manual",
		signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
	});
	await response.body?.cancel();
	if (!response.ok) throw new Error(`The alert webhook responded with ${response.status}`);
}

async function sendMessages(
	db: Db,
	url: string,
	wallNow: () => number,
	onError: (error: unknown) => void,
): Promise<void> {
	for (;;) {
		const message = await claimMessage(db, wallNow(), RETRY_DELAYS_MS);
		if (!message) return;
		const error = await postMessage(url, message.text).then(
			() => null,
			(problem: unknown) => problem,
		);
		if (error !== null) onError(error);
		const isLastAttempt = message.attempts > RETRY_DELAYS_MS.length;
		const outcome = { error: error === null ? null : formatReason(error), isLastAttempt };
		await saveAttempt(db, message.id, outcome, new Date(wallNow()));
	}
}

/** Finds alerts, stores them and notifies operators. */
export function createAlertRunner(
	services: CheckServices & Omit<AlertServices, "hasWebhook">,
	webhookUrl: string | null,
	onError: (error: unknown) => void,
): Runner {
	const step = async () => {
		await updateAlerts({ ...services, hasWebhook: webhookUrl !== null }, await findAlerts(services));
		if (webhookUrl !== null) await sendMessages(services.db, webhookUrl, services.wallNow, onError);
	};
	return createRunner(step, onError, CHECK_INTERVAL_MS);
}
