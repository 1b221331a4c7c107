import type { Pool } from "pg";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { SendPush } from "../push/send-push.ts";
import { compose } from "./build-message.ts";
import type { StoredPreferences } from "./notice.ts";
import { type Delivery, dropSubscription, endDelivery, putOff, resultOf, takeDue } from "./queries.ts";
import { quietUntil } from "./quiet-hours.ts";

const MINUTE = 60_000;
/** How long a message waits after each failed attempt; after the last it is given up. */
const WAITS = [1, 2, 5, 15, 60, 240].map((minutes) => minutes * MINUTE);
const AT_ONCE = 16;
/** More in a day to one browser are not sent. */
const MOST_A_DAY = 20;

export interface NoticeDelivery {
	readonly pool: Pool;
	readonly seasons: Pick<SeasonHolder, "peek" | "refresh">;
	readonly clocks: Clocks;
	readonly send: SendPush;
}

const wants = ({ kind, preferences }: Delivery): boolean =>
	preferences !== null &&
	{ lock: preferences.lock_reminders !== "off", "late-out": preferences.late_outs, result: preferences.round_results }[
		kind
	];

function quietEnd({ quiet_from: from, quiet_to: to, zone }: StoredPreferences, now: number): number | null {
	return from === null || to === null ? null : quietUntil({ from, to, zone }, now);
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
	if (!preferences || !wants(delivery) || delivery.sentToday >= MOST_A_DAY) {
		await end("unwanted");
		return false;
	}
	const quiet = quietEnd(preferences, at);
	if (quiet !== null) {
		await putOff(pool, delivery, { until: quiet, counts: false });
		return false;
	}
	const season = await getSeasonFor(delivery, seasons);
	const known = { now: clocks.seasonNow(), resultOf: (teamId: number) => resultOf(pool, delivery, teamId) };
	const message = season && (await compose(delivery, { season, ...known }));
	if (!message) {
		await end("late");
		return false;
	}
	const outcome = await send(delivery, message);
	if (outcome.kind === "gone") await dropSubscription(pool, delivery.subscriptionId);
	else if (outcome.kind === "refused") await end("failed", outcome.reason);
	else if (outcome.kind === "sent") await end("sent");
	else if (delivery.attempts >= WAITS.length) await end("failed", outcome.reason);
	else await putOff(pool, delivery, { until: at + outcome.after, counts: true, reason: outcome.reason });
	return outcome.kind === "sent";
}

/** Sends every notice that is due; any number of processes may run it at once. Answers how many left. */
export async function deliverNotices(services: NoticeDelivery): Promise<number> {
	let sent = 0;
	for (;;) {
		const due = await takeDue(services.pool, { now: services.clocks.wallNow(), waits: WAITS, most: AT_ONCE });
		if (due.length === 0) return sent;
		const left = await Promise.all(due.map((delivery) => deliver(delivery, services)));
		sent += left.filter(Boolean).length;
	}
}
