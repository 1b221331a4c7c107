import type { PlayerId } from "@first-bounce/rules/ids";
import type { PlacedDraftResult } from "../features/notifications/notices/draft-results.ts";
import { getTranslator } from "./i18n.ts";
import { formatMailName, type MailTexts, writeEnd } from "./mail-format.ts";
import { getNotificationTexts } from "./notification-texts.ts";
import { describeSquadNews, type SquadNews } from "./squad-notice-texts.ts";

/** What has happened to a manager's squad in a draft league. */
export interface SquadNewsMail {
	readonly firstName: string;
	readonly news: SquadNews;
	readonly getPlayerName: (id: PlayerId) => string;
	readonly url: string;
	readonly unsubscribe: string;
}

export function buildSquadNewsMail(language: string, data: SquadNewsMail): MailTexts {
	const { firstName, news, getPlayerName } = data;
	const t = getTranslator(language);
	const translate = (key: string) => t(`mails.draft-moves.${key}`, { firstName });
	const { title, lines } = describeSquadNews(language, news, { getPlayerName, formatName: formatMailName }, "mail");
	return {
		subject: title,
		paragraphs: [translate("greeting"), ...lines],
		...writeEnd(translate, data),
	};
}

/** How the draft teams of a manager without a classic team went in a round. */
export interface DraftResultMail {
	readonly firstName: string;
	readonly roundId: number;
	readonly isGrandFinal: boolean;
	readonly results: readonly PlacedDraftResult[];
	readonly isCorrected: boolean;
	readonly url: string;
	readonly unsubscribe: string;
}

export function buildDraftResultMail(language: string, data: DraftResultMail): MailTexts {
	const { firstName, roundId, isGrandFinal, results, isCorrected } = data;
	const t = getTranslator(language);
	const round = t(isGrandFinal ? "share.grandFinalTitle" : "share.roundTitle", { id: roundId });
	const translate = (key: string, values: object = {}) =>
		t(`mails.draft-result.${key}`, { firstName, round, ...values });
	const texts = getNotificationTexts(language);
	const [first, ...others] = results;
	const isOne = first && others.length === 0;
	return {
		subject: isOne
			? translate("subject", { count: first.points, league: formatMailName(first.leagueName) })
			: translate("subjectOfMany"),
		paragraphs: [
			translate("greeting"),
			translate("final"),
			...results.map((result) => {
				const line = texts.draftResult(result, formatMailName);
				const { median } = result;
				return median ? `${line} ${t(`mails.round-result.median.${median.outcome}`, { median: median.points })}` : line;
			}),
			...(isCorrected ? [translate("corrected")] : []),
		],
		...writeEnd(translate, data),
	};
}
