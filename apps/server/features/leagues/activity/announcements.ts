import type { LeagueEvent } from "@first-bounce/contract/leagues/league-activity";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { isDecentName } from "../../names/allowed-names.ts";
import type { LeagueServices } from "../league-row.ts";
import { requireCommissioner, withLockedLeague } from "../members/league-transaction.ts";
import { getLeague, getLeagueForMember } from "../service.ts";
import {
	countRecentAnnouncements,
	hideAnnouncement,
	insertEventReport,
	insertLeagueEvent,
	listEvents,
	markAnnouncementReported,
} from "./queries.ts";
import { buildEventView } from "./service.ts";

const MAX_ANNOUNCEMENTS_PER_DAY = 5;

/** Checks each line like a name, because names must not have line breaks. */
const isDecentText = (text: string): boolean => text.split("\n").every((line) => isDecentName(line.trim()));

/** Posts a commissioner's announcement to a league. */
export async function createAnnouncement(
	services: LeagueServices,
	userId: UserId,
	id: number,
	rawText: string,
): Promise<LeagueEvent> {
	const text = rawText.replaceAll("\r\n", "\n");
	if (!isDecentText(text)) throw refuse(422, "league-announcement-not-allowed");
	return withLockedLeague(services, { id }, userId, async ({ trx, league }) => {
		requireCommissioner(league, userId);
		if ((await countRecentAnnouncements(trx, id)) >= MAX_ANNOUNCEMENTS_PER_DAY)
			throw refuse(429, "too-many-announcements", { most: MAX_ANNOUNCEMENTS_PER_DAY });
		const eventId = await insertLeagueEvent(trx, id, "announcement", userId, { text });
		const [row] = await listEvents(trx, id, userId, { limit: 1, offset: 0, eventId });
		if (!row) throw new Error("The new announcement was not found");
		return buildEventView(row, league, userId, new Map());
	});
}

/** Reports an announcement to the operators and hides it from the member who reports it. */
export async function reportAnnouncement(
	services: LeagueServices,
	userId: UserId,
	id: number,
	eventId: number,
): Promise<void> {
	await getLeagueForMember(services, userId, id);
	if (!(await markAnnouncementReported(services.db, id, eventId, userId)))
		throw refuse(404, "league-announcement-unknown");
	await insertEventReport(services.db, eventId, userId);
}

/** Hides an announcement from everyone. Refuses users who are not the league's commissioner. */
export async function removeAnnouncement(
	services: LeagueServices,
	userId: UserId,
	id: number,
	eventId: number,
): Promise<void> {
	requireCommissioner(await getLeague(services, userId, id), userId);
	if (!(await hideAnnouncement(services.db, id, eventId))) throw refuse(404, "league-announcement-unknown");
}
