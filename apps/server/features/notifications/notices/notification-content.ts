import type { PlayerId } from "@first-bounce/rules/ids";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { NotificationTexts } from "../../../i18n/notification-texts.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";

const MAX_TITLE_LENGTH = 100;
const MAX_BODY_LENGTH = 300;

/** The notification that the service worker shows. */
export interface NotificationContent {
	readonly title: string;
	readonly body: string;
	/** A later notification with the same tag replaces this one. */
	readonly tag: string;
	/** The page that a click opens. */
	readonly url: string;
	/** A button that makes the swap or another fix by an API call. Without a call, or if it is refused, the page opens. */
	readonly swap?:
		| {
				readonly label: string;
				readonly url: string;
				readonly call: { readonly address: string; readonly body: unknown } | null;
				/** Shown after the call has succeeded. */
				readonly done: string;
		  }
		| undefined;
}

/** Cuts a text off, without leaving half of an emoji at its end. */
const truncate = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** Serializes a notification for the service worker, with overlong texts cut off. */
export const serializeContent = (content: NotificationContent): string =>
	JSON.stringify({
		...content,
		body: truncate(content.body, MAX_BODY_LENGTH),
		title: truncate(content.title, MAX_TITLE_LENGTH),
	});

export const formatRound = ({ id }: SnapshotRound, { rules }: SeasonSnapshot, texts: NotificationTexts): string =>
	texts.round(id, getRoundName(id, rules) === "grand-final");

export const createNameLookup = (season: SeasonSnapshot) => (id: PlayerId) => season.players.get(id)?.name ?? "";
