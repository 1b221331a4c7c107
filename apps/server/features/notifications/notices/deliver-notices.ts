import type { Pool } from "pg";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { SendPush } from "../push/send-push.ts";
import { buildMessage } from "./build-message.ts";
import type { PreferencesRow } from "./notice.ts";
import {
	claimDueDeliveries,
	type Delivery,
	deleteSubscription,
	endDelivery,
	findResult,
	postponeDelivery,
} from "./queries.ts";
import { findQuietEnd } from "./quiet-hours.ts";

const MINUTE = 60_000;
/** How long a message waits after each failed attempt; after the last it is given up. */
const RETRY_DELAYS_MS = [1, 2, 5, 15, 60, 240].map((minutes) => minutes * MINUTE);
const BATCH_SIZE = 16;
/** More in a day to one browser are not sent. */
const MAX_MESSAGES_PER_DAY = 20;

export interface NoticeDelivery {
	readonly pool: Pool;
	readonly seasons: Pick<SeasonHolder, "peek" | "refresh">;
	readonly clocks: Clocks;
	readonly send: SendPush;
}

const isWanted = ({ kind, preferences }: Delivery): boolean =>
	preferences !== null &&
	{ lock: preferences.lock_reminders !== "off", "late-out": preferences.late_outs, result: preferences.round_results }[
		kind
	];

function getQuietEnd({ quiet_from: from, quiet_to: to, zone }: PreferencesRow, now: number): number | null {
	return from === null || to === null ? null : findQuietEnd({ from, to, zone }, now);
}

/** The season as new as what the delivery was read with. */
async function getSeasonFor(delivery: Delivery, seasons: NoticeDelivery["seasons"]): Promise<SeasonSnapshot | null> {
	const season = seasons.peek();
	return season && season.seasonId === delivery.seasonId && season.dataVersion < delivery.dataVersion
		? seasons.refresh()
		: season;
}

async function deliver(delivery: Delivery, { pool, seasons, clocks, send }: NoticeDelivery): Promise<boolean> {
	const at = clocks.wallNow();
	const end = (outcome: "sent" | "late" | "unwanted" | "failed", reason?: string) =>
		endDelivery(pool, delivery, { outcome, at, ...(reason === undefined ? {} : { reason }) });
	const { preferences } = delivery;
	if (!preferences || !isWanted(delivery) || delivery.sentToday >= MAX_MESSAGES_PER_DAY) {
		await end("unwanted");
		return false;
	}
	const quiet = getQuietEnd(preferences, at);
	if (quiet !== null) {
		await postponeDelivery(pool, delivery, { until: quiet, counts: false });
		return false;
	}
	const season = await getSeasonFor(delivery, seasons);
	const known = { now: clocks.seasonNow(), findResult: (teamId: number) => findResult(pool, delivery, teamId) };
	const message = season && (await buildMessage(delivery, { season, ...known }));
	if (!message) {
		await end("late");
		return false;
	}
	const outcome = await send(delivery, message);
	if (outcome.kind === "gone") await deleteSubscription(pool, delivery.subscriptionId);
	else if (outcome.kind === "refused") await end("failed", outcome.reason);
	else if (outcome.kind === "sent") await end("sent");
	else if (delivery.attempts >= RETRY_DELAYS_MS.length) await end("failed", outcome.reason);
	else await postponeDelivery(pool, delivery, { until: at + outcome.after, counts: true, reason: outcome.reason });
	return outcome.kind === "sent";
}

/** Sends every notice that is due; any number of processes may run it at once. Answers how many left. */
export async function deliverNotices(services: NoticeDelivery): Promise<number> {
	let sent = 0;
	for (;;) {
		const due = await claimDueDeliveries(services.pool, {
			now: services.clocks.wallNow(),
			waits: RETRY_DELAYS_MS,
			most: BATCH_SIZE,
		});
		if (due.length === 0) return sent;
		const left = await Promise.all(due.map((delivery) => deliver(delivery, services)));
		sent += left.filter(Boolean).length;
	}
}
