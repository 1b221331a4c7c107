import type { LeagueEvent } from "@first-bounce/contract/leagues/league-activity";
import { cleanMessageText } from "@first-bounce/contract/leagues/message-text";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { isDecentText } from "../../names/allowed-names.ts";
import type { ConversationServices } from "../conversation/conversation-transaction.ts";
import { reportMessage } from "../conversation/moderation.ts";
import { sendPinnedMessage } from "../conversation/pin-messages.ts";
import { findPinnedByEvent } from "../conversation/pin-queries.ts";
import { removeMessage } from "../conversation/remove-messages.ts";
import { requireRight } from "../members/league-transaction.ts";
import { getLeague, getLeagueForMember } from "../service.ts";
import { listEvents } from "./queries.ts";
import { buildEventView } from "./service.ts";

/** Posts an announcement to a league, as a pinned message of its conversation. */
export async function createAnnouncement(
	services: ConversationServices,
	userId: UserId,
	id: number,
	rawText: string,
): Promise<LeagueEvent> {
	const text = cleanMessageText(rawText);
	if (text === "" || !isDecentText(text)) throw refuse(422, "league-announcement-not-allowed");
	const league = await getLeague(services, userId, id);
	requireRight(league, "moderate");
	const eventId = await sendPinnedMessage(services, userId, id, text);
	const [row] = await listEvents(services.db, id, userId, { limit: 1, offset: 0, eventId });
	if (!row) throw refuse(404, "league-announcement-unknown");
	return buildEventView(row, league, userId, new Map());
}

async function getAnnouncement(services: ConversationServices, id: number, eventId: number) {
	const message = await findPinnedByEvent(services.db, id, eventId);
	if (!message) throw refuse(404, "league-announcement-unknown");
	return message;
}

/** Reports an announcement to the operators and hides it from the member who reports it. */
export async function reportAnnouncement(services: ConversationServices, userId: UserId, id: number, eventId: number) {
	await getLeagueForMember(services, userId, id);
	const { id: messageId, user_id: authorId } = await getAnnouncement(services, id, eventId);
	if (authorId === userId) throw refuse(404, "league-announcement-unknown");
	await reportMessage(services, userId, { leagueId: id, messageId });
}

/** Removes an announcement for everyone. Refuses users who do not moderate the league. */
export async function removeAnnouncement(services: ConversationServices, userId: UserId, id: number, eventId: number) {
	requireRight(await getLeague(services, userId, id), "moderate");
	const { id: messageId } = await getAnnouncement(services, id, eventId);
	await removeMessage(services, userId, { leagueId: id, messageId });
}
