import type { PlayerId } from "@first-bounce/rules/ids";
import { getTranslator } from "./i18n.ts";
import { formatMailName, type MailTexts } from "./mail-format.ts";
import { describeSquadNews, type SquadNews } from "./squad-notice-texts.ts";

/** What has happened to a manager's squad in a draft league. */
export interface DraftMail {
	readonly firstName: string;
	readonly news: SquadNews;
	readonly getPlayerName: (id: PlayerId) => string;
	readonly url: string;
	readonly unsubscribe: string;
}

export function buildDraftMail(language: string, data: DraftMail): MailTexts {
	const { firstName, news, getPlayerName, url, unsubscribe } = data;
	const t = getTranslator(language);
	const translate = (key: string) => t(`mails.draft-moves.${key}`, { firstName });
	const { title, lines } = describeSquadNews(language, news, { getPlayerName, formatName: formatMailName }, true);
	return {
		subject: title,
		paragraphs: [translate("greeting"), ...lines],
		link: { label: translate("link"), url },
		remark: translate("remark"),
		unsubscribe: { label: translate("unsubscribe"), url: unsubscribe },
	};
}
