import { createECDH } from "node:crypto";
import type { NotificationPreferences, Notifications } from "@first-bounce/contract/accounts/notifications";
import { DEFAULT_QUIET_HOURS, REMINDER_MINUTES } from "@first-bounce/contract/constants";
import type { UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { hashToken } from "../../../db/hash-token.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { buildTestMessage } from "../notices/build-message.ts";
import type { PreferencesRow } from "../notices/notice.ts";
import { countRefusal } from "../notices/queries.ts";
import { isAllowedEndpoint } from "../push/endpoint.ts";
import { MAX_REFUSALS } from "../push/push.ts";
import type { FindVapidKeys } from "../push/push-settings.ts";
import type { SendPush } from "../push/send-push.ts";
import {
	deleteOldestSubscriptions,
	deleteUserSubscription,
	findPreferences,
	findSubscription,
	listSubscriptions,
	lockSessionByToken,
	replaceSubscription,
	type SubscriptionTarget,
	saveLastSent,
	upsertPreferences,
} from "./preference-queries.ts";

export interface NotificationServices {
	readonly db: Db;
	readonly pool: Pick<Pool, "query">;
	readonly findKeys: FindVapidKeys;
	readonly send: SendPush;
	readonly wallNow: () => number;
	readonly allowsLoopback: boolean;
}

/** The signed-in user, and the token of the session. */
export interface SessionUser {
	readonly userId: UserId;
	readonly token: string | null;
}

/** Subscribed browsers per user. A new one replaces the oldest. */
const MAX_DEVICES = 20;
/** Until a user saves preferences, nothing is sent. */
const DEFAULT_PREFERENCES: NotificationPreferences = {
	lockReminders: "off",
	minutesBefore: 60,
	lateOuts: false,
	roundResults: false,
	resultMails: false,
	draftMoves: true,
	draftMails: false,
	leagueMessages: "none",
	quietHours: DEFAULT_QUIET_HOURS,
	zone: "Australia/Melbourne",
};

const parseTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const formatTime = (minute: number): string =>
	[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

function buildPreferences(row: PreferencesRow | undefined): NotificationPreferences {
	if (!row) return DEFAULT_PREFERENCES;
	const { quiet_from: from, quiet_to: to } = row;
	return {
		lockReminders: row.lock_reminders,
		minutesBefore:
			REMINDER_MINUTES.find((minutes) => minutes === row.minutes_before) ?? DEFAULT_PREFERENCES.minutesBefore,
		lateOuts: row.late_outs,
		roundResults: row.round_results,
		resultMails: row.result_mails,
		draftMoves: row.draft_moves,
		draftMails: row.draft_mails,
		leagueMessages: row.league_messages,
		quietHours: from === null || to === null ? null : { from: formatTime(from), to: formatTime(to) },
		zone: row.zone,
	};
}

/** Gets a user's preferences and subscribed browsers, the current browser first. In the demo, only the current one. */
export async function getNotifications(
	{ db, findKeys }: NotificationServices,
	{ userId, token }: SessionUser,
): Promise<Notifications> {
	const sessionHash = token === null ? null : hashToken(token);
	const devices = (await listSubscriptions(db, userId)).flatMap((row) => {
		const isCurrent = sessionHash?.equals(row.token_hash) ?? false;
		if (row.is_demo && !isCurrent) return [];
		return {
			id: row.id,
			userAgent: row.user_agent,
			since: row.created_at.toISOString(),
			lastSentAt: formatInstant(row.last_sent_at),
			endedAt: formatInstant(row.ended_at),
			isCurrent,
		};
	});
	return {
		publicKey: (await findKeys()).publicKey,
		preferences: buildPreferences(await findPreferences(db, userId)),
		devices: devices.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
	};
}

export async function savePreferences(
	{ db }: NotificationServices,
	userId: UserId,
	preferences: NotificationPreferences,
): Promise<void> {
	const { quietHours, zone } = preferences;
	await upsertPreferences(db, userId, {
		lock_reminders: preferences.lockReminders,
		minutes_before: preferences.minutesBefore,
		late_outs: preferences.lateOuts,
		round_results: preferences.roundResults,
		result_mails: preferences.resultMails,
		draft_moves: preferences.draftMoves,
		draft_mails: preferences.draftMails,
		league_messages: preferences.leagueMessages,
		quiet_from: quietHours && parseTime(quietHours.from),
		quiet_to: quietHours && parseTime(quietHours.to),
		zone,
	});
}

/** Whether the key is a point on P-256, as encryption requires. */
function isPublicKey(p256dh: string): boolean {
	try {
		const ecdh = createECDH("prime256v1");
		ecdh.generateKeys();
		return ecdh.computeSecret(p256dh, "base64url").length > 0;
	} catch {
		return false;
	}
}

/**
 * Subscribes the browser of this session, replacing the session's previous subscription. `serverKey` is the server's public
 * key with which the browser subscribed; it may be an earlier one, but must still be known.
 */
export async function createSubscription(
	{ db, findKeys, wallNow, allowsLoopback }: NotificationServices,
	{ userId, token }: SessionUser,
	{ serverKey, ...target }: Omit<SubscriptionTarget, "vapid_key"> & { readonly serverKey: string | undefined },
): Promise<void> {
	if (!isAllowedEndpoint(target.endpoint, { allowsLoopback })) throw refuse(422, "push-address");
	if (!isPublicKey(target.p256dh)) throw refuse(422, "push-keys");
	const { publicKey } = await findKeys(serverKey);
	if (serverKey !== undefined && serverKey !== publicKey) throw refuse(422, "push-key-replaced");
	await db.transaction().execute(async (trx) => {
		const session = await lockSessionByToken(trx, hashToken(token ?? ""));
		if (!session) throw refuse(401, "not-signed-in");
		await replaceSubscription(
			trx,
			{ userId, sessionId: session.id, createdAt: wallNow() },
			{ ...target, vapid_key: publicKey },
		);
		await deleteOldestSubscriptions(trx, userId, MAX_DEVICES);
	});
}

/** Deletes a subscription of the user. Another user's counts as unknown. */
export async function deleteSubscription({ db }: NotificationServices, userId: UserId, id: string): Promise<void> {
	if (!(await deleteUserSubscription(db, userId, id))) throw refuse(404, "push-device-unknown");
}

/** Sends a test message immediately; refuses if it cannot be delivered. */
export async function sendTestMessage(services: NotificationServices, userId: UserId, id: string): Promise<void> {
	const { db, send, wallNow } = services;
	const target = await findSubscription(db, userId, id);
	if (!target) throw refuse(404, "push-device-unknown");
	if (target.ended_at) throw refuse(409, "push-device-gone");
	const { kind } = await send(target, buildTestMessage(target.language));
	if (kind === "gone") {
		await deleteUserSubscription(db, userId, id);
		throw refuse(409, "push-device-gone");
	}
	if (kind === "refused") await countRefusal(services.pool, id, { at: wallNow(), max: MAX_REFUSALS });
	if (kind !== "sent") throw refuse(409, "push-refused");
	await saveLastSent(db, id, wallNow());
}
