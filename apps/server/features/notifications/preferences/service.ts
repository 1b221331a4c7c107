import { createECDH } from "node:crypto";
import type { NotificationPreferences, Notifications } from "@first-bounce/contract/accounts/notifications";
import { LOCK_REMINDERS, REMINDER_MINUTES } from "@first-bounce/contract/constants";
import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { tokenHash } from "../../accounts/sessions/session-store.ts";
import { buildTestMessage } from "../notices/build-message.ts";
import type { PreferencesRow } from "../notices/notice.ts";
import { isAllowedEndpoint } from "../push/endpoint.ts";
import type { VapidKeys } from "../push/push-settings.ts";
import type { SendPush } from "../push/send-push.ts";

export interface NotificationServices {
	readonly db: Kysely<Tables>;
	readonly keys: () => Promise<VapidKeys>;
	readonly send: SendPush;
	readonly wallNow: () => number;
	readonly allowsLoopback: boolean;
}

/** Who asks, and by which session. */
export interface SessionUser {
	readonly userId: UserId;
	readonly token: string | null;
}

/** Browsers of one person that messages go to; the oldest gives way. */
const MAX_DEVICES = 20;
/** Nothing is told unasked; whoever begins finds her night quiet. */
const DEFAULT_PREFERENCES: NotificationPreferences = {
	lockReminders: "off",
	minutesBefore: 60,
	lateOuts: false,
	roundResults: false,
	quietHours: { from: "22:00", to: "07:00" },
	zone: "Australia/Melbourne",
};

const parseTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const formatTime = (minute: number): string =>
	[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

function buildPreferences(row: PreferencesRow | undefined): NotificationPreferences {
	if (!row) return DEFAULT_PREFERENCES;
	const { quiet_from: from, quiet_to: to } = row;
	return {
		lockReminders: LOCK_REMINDERS.find((each) => each === row.lock_reminders) ?? "off",
		minutesBefore: REMINDER_MINUTES.find((each) => each === row.minutes_before) ?? DEFAULT_PREFERENCES.minutesBefore,
		lateOuts: row.late_outs,
		roundResults: row.round_results,
		quietHours: from === null || to === null ? null : { from: formatTime(from), to: formatTime(to) },
		zone: row.zone,
	};
}

/** What a user wants to be told, and the browsers it goes to: the one that asks first. */
export async function getNotifications(
	{ db, keys }: NotificationServices,
	{ userId, token }: SessionUser,
): Promise<Notifications> {
	const preferences = await db
		.selectFrom("notification_preferences")
		.where("user_id", "=", userId)
		.selectAll()
		.executeTakeFirst();
	const rows = await db
		.selectFrom("push_subscriptions as p")
		.innerJoin("sessions as s", "s.id", "p.session_id")
		.where("p.user_id", "=", userId)
		.select(["p.id", "p.created_at", "p.last_sent_at", "s.user_agent", "s.token_hash"])
		.orderBy("p.created_at", "desc")
		.execute();
	const own = token === null ? null : tokenHash(token);
	const devices = rows.map((row) => ({
		id: row.id,
		userAgent: row.user_agent,
		since: row.created_at.toISOString(),
		lastSentAt: row.last_sent_at?.toISOString() ?? null,
		isCurrent: own?.equals(row.token_hash) ?? false,
	}));
	return {
		publicKey: (await keys()).publicKey,
		preferences: buildPreferences(preferences),
		devices: devices.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
	};
}

export async function savePreferences(
	{ db }: NotificationServices,
	userId: UserId,
	preferences: NotificationPreferences,
): Promise<void> {
	const { quietHours, zone } = preferences;
	const row = {
		lock_reminders: preferences.lockReminders,
		minutes_before: preferences.minutesBefore,
		late_outs: preferences.lateOuts,
		zone,
		round_results: preferences.roundResults,
		quiet_from: quietHours && parseTime(quietHours.from),
		quiet_to: quietHours && parseTime(quietHours.to),
	};
	await db
		.insertInto("notification_preferences")
		.values({ user_id: userId, ...row })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
		.execute();
}

/** Whether messages can be encrypted for it: a point on P-256. */
function isPublicKey(p256dh: string): boolean {
	try {
		const ecdh = createECDH("prime256v1");
		ecdh.generateKeys();
		return ecdh.computeSecret(p256dh, "base64url").length > 0;
	} catch {
		return false;
	}
}

/** Sends notices to the browser of this session from now on, in place of where they went to. */
export async function createSubscription(
	{ db, wallNow, allowsLoopback }: NotificationServices,
	{ userId, token }: SessionUser,
	to: { readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly language: string },
): Promise<void> {
	if (!isAllowedEndpoint(to.endpoint, { allowsLoopback })) throw refuse(422, "push-address");
	if (!isPublicKey(to.p256dh)) throw refuse(422, "push-keys");
	await db.transaction().execute(async (transaction) => {
		const session = await transaction
			.selectFrom("sessions")
			.where("token_hash", "=", tokenHash(token ?? ""))
			.select("id")
			.forShare()
			.executeTakeFirst();
		if (!session) throw refuse(401, "not-signed-in");
		// Whoever else was signed in at this browser is told nothing there any more.
		await transaction
			.deleteFrom("push_subscriptions")
			.where((each) => each.or([each("endpoint", "=", to.endpoint), each("session_id", "=", session.id)]))
			.execute();
		await transaction
			.insertInto("push_subscriptions")
			.values({ user_id: userId, session_id: session.id, ...to, created_at: new Date(wallNow()) })
			.onConflict((conflict) => conflict.column("session_id").doUpdateSet({ ...to, user_id: userId }))
			.execute();
		await sql`DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions WHERE user_id = ${userId}
			ORDER BY created_at DESC OFFSET ${MAX_DEVICES})`.execute(transaction);
	});
}

/** Another's is as unknown as one that is not. */
export async function deleteSubscription({ db }: NotificationServices, userId: UserId, id: string): Promise<void> {
	const { numDeletedRows } = await db
		.deleteFrom("push_subscriptions")
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	if (numDeletedRows === 0n) throw refuse(404, "push-device-unknown");
}

/** Sends one message now, and says what became of it. */
export async function sendTestMessage(services: NotificationServices, userId: UserId, id: string): Promise<void> {
	const { db, send, wallNow } = services;
	const target = await db
		.selectFrom("push_subscriptions")
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.selectAll()
		.executeTakeFirst();
	if (!target) throw refuse(404, "push-device-unknown");
	const { kind } = await send(target, buildTestMessage(target.language));
	if (kind === "gone") await db.deleteFrom("push_subscriptions").where("id", "=", id).execute();
	if (kind === "gone") throw refuse(409, "push-device-gone");
	if (kind !== "sent") throw refuse(409, "push-refused");
	await db
		.updateTable("push_subscriptions")
		.set({ last_sent_at: new Date(wallNow()) })
		.where("id", "=", id)
		.execute();
}

/** Forgets all of it, as an account is shut: in its transaction. */
export async function deleteNotifications(transaction: Transaction<Tables>, userId: UserId): Promise<void> {
	await sql`DELETE FROM notices WHERE user_id = ${userId}`.execute(transaction);
	await transaction.deleteFrom("push_subscriptions").where("user_id", "=", userId).execute();
	await transaction.deleteFrom("notification_preferences").where("user_id", "=", userId).execute();
}
