import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import type { OperatorAlert, silenceAlert as silenceCall } from "@first-bounce/contract/operator/operator";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Db } from "../../../db/tables/tables.ts";
import type { MailTexts } from "../../../i18n/mail-format.ts";
import { type AlertKind, buildMailTexts, type MailData } from "../../../i18n/mail-texts.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { findOperatorInboxes } from "../../site/support/service.ts";
import type { AlertCheck } from "./find-alerts.ts";
import * as queries from "./queries.ts";

/** The section of the console where an operator handles an alert; empty for the overview. */
const SECTIONS: Readonly<Record<AlertKind, string>> = {
	"storage-low": "",
	"storage-full": "",
	"backup-failed": "",
	"backup-old": "outbox",
	"job-failed": "outbox",
	"mail-stuck": "outbox",
	"drafts-stuck": "",
	"feed-stale": "feeds",
	"feed-refused": "feeds",
	"match-differs": "rounds",
	"match-late": "rounds",
	"teams-missing": "players",
	"round-unpublished": "rounds",
};

/** An alert that no process has found for this long has ended, even if none looks for it, as on a lost machine. */
const MAX_UNSEEN_MS = 15 * MINUTE_MS;
const RETENTION_MS = 90 * DAY_MS;

export interface AlertServices {
	readonly db: Db;
	readonly wallNow: () => number;
	/** The address for operator mails; if null, each operator gets one. */
	readonly inbox: string | null;
	/** The base of links, without a trailing slash. */
	readonly publicUrl: string;
	/** Whether messages go to a webhook too. */
	readonly hasWebhook: boolean;
	/** The name of this machine. */
	readonly host: string;
}

const isAlertKind = (kind: string): kind is AlertKind => kind in SECTIONS;

function getMail({ kind, data }: queries.AlertRow, publicUrl: string): { kind: AlertKind; data: MailData<AlertKind> } {
	if (!isAlertKind(kind)) throw new Error(`The alert ${kind} is of a newer version`);
	const url = `${publicUrl}/operator/${SECTIONS[kind]}`.replace(/\/$/, "");
	return { kind, data: { ...data, url } as MailData<AlertKind> };
}

function buildTexts(alert: queries.AlertRow, publicUrl: string, language: string): MailTexts {
	const { kind, data } = getMail(alert, publicUrl);
	return buildMailTexts(language, kind, data);
}

/** Queues mails, and a message for the webhook, that an alert has begun or ended. */
async function notify(
	trx: Db,
	services: AlertServices,
	alert: queries.AlertRow,
	change: "began" | "ended",
): Promise<void> {
	const { publicUrl, inbox, hasWebhook } = services;
	const now = services.wallNow();
	const mail = getMail(alert, publicUrl);
	const buildEnd = (language: string) => {
		const title = buildTexts(alert, publicUrl, language).subject;
		return { kind: "alert-ended" as const, data: { title, url: mail.data.url } };
	};
	for (const { to, language } of await findOperatorInboxes({ db: trx, inbox }, "match-day"))
		await queueMail(trx, { ...(change === "ended" ? buildEnd(language) : mail), to, language, now });
	if (!hasWebhook) return;
	const { subject, paragraphs } = buildTexts(alert, publicUrl, DEFAULT_LANGUAGE);
	const text = change === "ended" ? `Resolved: ${subject}` : [subject, ...paragraphs, mail.data.url].join("\n");
	await queries.insertMessage(trx, text, new Date(now));
}

const getKey = ({ kind, subject }: { readonly kind: string; readonly subject: string }): string => `${kind} ${subject}`;

/** Whether the check looked for this alert. A disk is checked only by processes on its own machine. */
const isChecked = ({ kind, subject }: queries.AlertRow, { checkedKinds }: AlertCheck, host: string): boolean =>
	checkedKinds.some((checkedKind) => checkedKind === kind) && (!kind.startsWith("storage-") || subject === host);

/** Stores which alerts have begun and ended, and notifies operators of each once. Safe in several processes. */
export async function updateAlerts(services: AlertServices, check: AlertCheck): Promise<void> {
	const now = services.wallNow();
	const at = new Date(now);
	await services.db.transaction().execute(async (trx) => {
		await queries.lockAlerts(trx);
		const remainingRows = new Map((await queries.listOpenAlerts(trx)).map((row) => [getKey(row), row]));
		for (const alert of check.alerts) {
			const row = remainingRows.get(getKey(alert));
			remainingRows.delete(getKey(alert));
			if (row) await queries.refreshAlert(trx, row.id, alert.data, at);
			const openAlert = row ? { ...row, data: alert.data } : await queries.insertAlert(trx, alert, at);
			if (openAlert.told_at !== null || (openAlert.silenced_until?.getTime() ?? 0) > now) continue;
			await notify(trx, services, openAlert, "began");
			await queries.markAlertNotified(trx, openAlert.id, at);
		}
		for (const row of remainingRows.values()) {
			const isStale = now - row.seen_at.getTime() > MAX_UNSEEN_MS;
			if (!isStale && !isChecked(row, check, services.host)) continue;
			await queries.markAlertEnded(trx, row.id, at);
			if (row.told_at !== null && isAlertKind(row.kind)) await notify(trx, services, row, "ended");
		}
		await queries.deleteAlertsBefore(trx, new Date(now - RETENTION_MS));
	});
}

function buildAlert(row: queries.AlertRow, publicUrl: string): OperatorAlert {
	const { subject: title, paragraphs } = buildTexts(row, publicUrl, DEFAULT_LANGUAGE);
	const [text = "", help = ""] = paragraphs;
	return {
		id: row.id,
		kind: row.kind,
		title,
		text,
		help,
		beganAt: row.began_at.toISOString(),
		silencedUntil: formatInstant(row.silenced_until),
	};
}

/** Lists the open alerts, in English like the rest of the console. */
export async function listAlerts(db: Db, publicUrl: string): Promise<OperatorAlert[]> {
	const rows = await queries.listOpenAlerts(db);
	return rows.filter(({ kind }) => isAlertKind(kind)).map((row) => buildAlert(row, publicUrl));
}

/**
 * Silences an alert for some hours, so that no mails or messages are sent about it; 0 ends the silence.
 *
 * @throws Refusal `alert-unknown`
 */
export const silenceAlert = (
	{ db, wallNow, publicUrl }: Pick<AlertServices, "db" | "wallNow" | "publicUrl">,
	id: number,
	{ hours }: BodyOf<typeof silenceCall>,
	audit: AuditContext,
): Promise<SuccessOf<typeof silenceCall>> =>
	db.transaction().execute(async (trx) => {
		await queries.lockAlerts(trx);
		const row = await queries.findAlert(trx, id);
		if (!row || row.ended_at !== null || !isAlertKind(row.kind)) throw refuse(404, "alert-unknown");
		const until = hours === 0 ? null : new Date(wallNow() + hours * HOUR_MS);
		await queries.updateSilence(trx, id, until);
		const alert = buildAlert({ ...row, silenced_until: until }, publicUrl);
		await writeAudit(trx, audit, {
			action: "alert-silenced",
			subject: `alert:${row.kind}:${row.subject}`,
			before: { until: formatInstant(row.silenced_until) },
			after: { until: alert.silencedUntil },
		});
		return { alert };
	});
