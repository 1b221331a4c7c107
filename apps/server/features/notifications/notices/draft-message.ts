import type { Pool } from "pg";
import type { NotificationTexts } from "../../../i18n/notification-texts.ts";
import type { PushMessage } from "../push/send-push.ts";
import { findNoticeDraft } from "./draft-notice-queries.ts";
import type { DraftNoticeKind, NoticeKind } from "./notice.ts";
import { type NotificationContent, serializeContent } from "./notification-content.ts";
import type { Delivery } from "./queries.ts";

const DAY_SECONDS = 24 * 3_600;

export const isDraftNotice = (kind: NoticeKind): kind is DraftNoticeKind =>
	kind.startsWith("draft-") || kind.startsWith("keeper-");

/** Builds a message about a draft, which is worth showing until the draft starts or the pick's time is over. */
export async function buildDraft(
	delivery: Delivery,
	kind: DraftNoticeKind,
	{ pool, wallNow }: { readonly pool: Pool; readonly wallNow: number },
	texts: NotificationTexts,
): Promise<PushMessage | null> {
	const draft = await findNoticeDraft(pool, delivery, wallNow);
	if (!draft) return null;
	const { leagueId, leagueName, overall } = draft;
	const time = texts.time(draft.at.getTime(), delivery.preferences?.zone ?? "UTC");
	const content: NotificationContent = {
		...texts.draft(kind, { league: leagueName, pick: overall, time }),
		tag: `draft-${leagueId}`,
		url: `/leagues/${leagueId}/${kind.startsWith("keeper-") ? "keepers" : "draft"}`,
	};
	const secondsLeft = Math.ceil((draft.at.getTime() - wallNow) / 1_000);
	const ttl = Math.min(DAY_SECONDS, Math.max(1, secondsLeft));
	return { text: serializeContent(content), topic: `notice-${delivery.id}`, ttl, urgency: "high" };
}
