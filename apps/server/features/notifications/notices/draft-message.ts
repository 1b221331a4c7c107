import type { NotificationTexts } from "../../../i18n/notification-texts.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { PushMessage } from "../push/send-push.ts";
import type { NoticeDraft } from "./draft-notice-queries.ts";
import type { DraftNoticeKind, NoticeKind } from "./notice.ts";
import { createNameLookup, type NotificationContent, serializeContent } from "./notification-content.ts";
import type { Delivery } from "./queries.ts";
import type { NoticeClaims } from "./waiver-notice-queries.ts";

const DAY_SECONDS = 24 * 3_600;

/** Describes what a waiver run has decided on the user's claims. */
export async function buildWaiverResults(
	{ id }: Delivery,
	{ season, findClaims }: { readonly season: SeasonSnapshot; readonly findClaims: () => Promise<NoticeClaims | null> },
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const claims = await findClaims();
	if (!claims) return null;
	const { leagueId, leagueName, wonIds, failed } = claims;
	const getName = createNameLookup(season);
	return {
		...texts.waiverResults(leagueName, wonIds.map(getName), failed),
		tag: `waivers-${id}`,
		url: `/leagues/${leagueId}/moves`,
	};
}

export const isDraftNotice = (kind: NoticeKind): kind is DraftNoticeKind => kind.startsWith("draft-");

/** Builds a message about a draft, which is worth showing until the draft starts or the pick's time is over. */
export async function buildDraft(
	{ id, preferences }: Delivery,
	kind: DraftNoticeKind,
	{ findDraft, wallNow }: { readonly findDraft: () => Promise<NoticeDraft | null>; readonly wallNow: number },
	texts: NotificationTexts,
): Promise<PushMessage | null> {
	const draft = await findDraft();
	if (!draft) return null;
	const { leagueId, leagueName, overall } = draft;
	const time = texts.time(draft.at.getTime(), preferences?.zone ?? "UTC");
	const content: NotificationContent = {
		...texts.draft(kind, { league: leagueName, pick: overall, time }),
		tag: `draft-${leagueId}`,
		url: `/leagues/${leagueId}/draft`,
	};
	const secondsLeft = Math.ceil((draft.at.getTime() - wallNow) / 1_000);
	const ttl = Math.min(DAY_SECONDS, Math.max(1, secondsLeft));
	return { text: serializeContent(content), topic: `notice-${id}`, ttl, urgency: "high" };
}
