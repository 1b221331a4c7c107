import { MINUTE_MS } from "@first-bounce/rules/durations";
import { findQuietEnd } from "@first-bounce/rules/quiet-hours/quiet-hours";
import type { Pool } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { MAX_REFUSALS } from "../push/push.ts";
import type { SendPush } from "../push/send-push.ts";
import { buildMessage } from "./build-message.ts";
import { isDraftNotice } from "./draft-message.ts";
import type { ListDraftPlaces } from "./draft-results.ts";
import type { NoticeKind, PreferencesRow } from "./notice.ts";
import {
	claimDueDeliveries,
	countRefusal,
	type Delivery,
	deleteSubscription,
	endDelivery,
	postponeDelivery,
} from "./queries.ts";

/** The delay after each attempt. There are as many attempts as delays; after the last one, the delivery has failed. */
const RETRY_DELAYS_MS = [1, 2, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS);
const BATCH_SIZE = 16;
/** To one browser in 24 hours. Messages of leagues are counted separately, and notices of drafts not at all. */
const MAX_MESSAGES_PER_DAY = 20;

export interface NoticeDeliveryServices {
	readonly pool: Pool;
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "peek" | "refresh">;
	readonly clocks: Clocks;
	readonly send: SendPush;
	readonly apiBase: string;
	readonly listDraftPlaces: ListDraftPlaces;
}

/** Whether the user still wants notices of this kind. */
function isWanted(kind: NoticeKind, preferences: PreferencesRow): boolean {
	const isWantedByKind: Readonly<Record<NoticeKind, boolean>> = {
		lock: preferences.lock_reminders !== "off",
		"late-out": preferences.late_outs,
		instruction: preferences.late_outs,
		result: preferences.round_results,
		correction: preferences.round_results,
		// Whether it is wanted depends on the message.
		message: true,
		// It is made to her alone and has to be answered.
		"hand-over": true,
		"waiver-results": preferences.draft_moves,
		"squad-changed": preferences.draft_moves,
		// A member of a draft league is told when its draft needs her.
		"draft-reminder": true,
		"draft-turn": true,
		"draft-soon": true,
		"draft-start-failed": true,
		"trade-offer": preferences.draft_moves,
		"trade-accepted": preferences.draft_moves,
		"trade-decided": preferences.draft_moves,
		"keeper-reminder": true,
		"keeper-place": true,
	};
	return isWantedByKind[kind];
}

/** Gets the season in memory, reloaded if its data was older when the delivery was claimed. */
async function getSeasonFor(
	delivery: Delivery,
	seasons: NoticeDeliveryServices["seasons"],
): Promise<SeasonSnapshot | null> {
	const season = seasons.peek();
	return season && season.seasonId === delivery.seasonId && season.dataVersion < delivery.dataVersion
		? seasons.refresh()
		: season;
}

async function deliver(
	delivery: Delivery,
	{ pool, db, seasons, clocks, send, apiBase, listDraftPlaces }: NoticeDeliveryServices,
): Promise<boolean> {
	const at = clocks.wallNow();
	const finish = (outcome: "sent" | "late" | "unwanted" | "failed", reason?: string) =>
		endDelivery(pool, delivery, { outcome, at, ...(reason === undefined ? {} : { reason }) });
	const { preferences } = delivery;
	const isOfDraft = isDraftNotice(delivery.kind);
	const isTooMany = !isOfDraft && delivery.sentToday >= MAX_MESSAGES_PER_DAY;
	if (!preferences || !isWanted(delivery.kind, preferences) || isTooMany) {
		await finish("unwanted");
		return false;
	}
	const { quiet_from: from, quiet_to: to, zone } = preferences;
	const ignoresQuiet = isOfDraft && delivery.subject.endsWith(":live");
	const postponedTo = ignoresQuiet || from === null || to === null ? null : findQuietEnd({ from, to, zone }, at);
	if (postponedTo !== null) {
		await postponeDelivery(pool, delivery, { until: postponedTo, wasAttempted: false });
		return false;
	}
	const season = await getSeasonFor(delivery, seasons);
	const message =
		season &&
		(await buildMessage(delivery, {
			pool,
			db,
			season,
			now: clocks.seasonNow(),
			wallNow: at,
			apiBase,
			listDraftPlaces,
		}));
	if (!message) {
		await finish("late");
		return false;
	}
	const outcome = await send(delivery, message);
	if (outcome.kind === "gone") await deleteSubscription(pool, delivery.subscriptionId);
	else if (outcome.kind === "refused") {
		await finish("failed", outcome.reason);
		await countRefusal(pool, delivery.subscriptionId, { at, max: MAX_REFUSALS });
	} else if (outcome.kind === "dropped") await finish("failed", outcome.reason);
	else if (outcome.kind === "sent") await finish("sent");
	else if (delivery.attempts >= RETRY_DELAYS_MS.length) await finish("failed", outcome.reason);
	else
		await postponeDelivery(pool, delivery, { until: at + outcome.after, wasAttempted: true, reason: outcome.reason });
	return outcome.kind === "sent";
}

/** Sends all due notices and returns how many were sent. Safe to run in several processes. */
export async function deliverNotices(services: NoticeDeliveryServices): Promise<number> {
	let sent = 0;
	for (;;) {
		const due = await claimDueDeliveries(services.pool, {
			now: services.clocks.wallNow(),
			delaysMs: RETRY_DELAYS_MS,
			limit: BATCH_SIZE,
		});
		if (due.length === 0) return sent;
		const results = await Promise.all(due.map((delivery) => deliver(delivery, services)));
		sent += results.filter(Boolean).length;
	}
}
