import type { LeagueEvent } from "@first-bounce/contract/leagues/league-activity";
import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { refuse } from "../../../plugins/refusal.ts";
import { isFitToPrint } from "../../accounts/users/team-names.ts";
import type { LeagueServices } from "../league-row.ts";
import { requireCommissioner, withLockedLeague } from "../members/locked-league.ts";
import { getLeague, getLeagueForMember } from "../service.ts";
import { createLeagueEvent } from "./queries.ts";
import { buildEventView, listEvents } from "./service.ts";

const DAY = "1 day";
const MAX_PER_DAY = 5;

/** Lines are kept, other characters that do not show are not. */
const isPrintable = (text: string): boolean => text.split("\n").every((line) => isFitToPrint(line.trim()));

/** A commissioner tells her league something; screened like a name. */
export async function createAnnouncement(
	services: LeagueServices,
	userId: UserId,
	id: number,
	given: string,
): Promise<LeagueEvent> {
	const text = given.replaceAll("\r\n", "\n");
	if (!isPrintable(text)) throw refuse(422, "league-announcement-not-allowed");
	return withLockedLeague(services, { id }, userId, async ({ transaction, league }) => {
		requireCommissioner(league, userId);
		const { rows } = await sql`
			SELECT FROM league_events WHERE league_id = ${id} AND kind = 'announcement'
				AND at > clock_timestamp() - ${DAY}::interval`.execute(transaction);
		if (rows.length >= MAX_PER_DAY) throw refuse(429, "too-many-announcements", { most: MAX_PER_DAY });
		const eventId = await createLeagueEvent(transaction, id, "announcement", userId, { text });
		const [row] = await listEvents(transaction, id, userId, { limit: 1, offset: 0, only: eventId });
		if (!row) throw new Error("An announcement was not kept");
		return buildEventView(row, league, userId, new Map());
	});
}

/** A member asks the operators to look at an announcement; she does not see it again. */
export async function reportAnnouncement(
	services: LeagueServices,
	userId: UserId,
	id: number,
	eventId: number,
): Promise<void> {
	await getLeagueForMember(services, userId, id);
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_events SET reported_at = coalesce(reported_at, clock_timestamp())
		WHERE id = ${eventId} AND league_id = ${id} AND kind = 'announcement' AND hidden_at IS NULL AND user_id <> ${userId}`.execute(
		services.db,
	);
	if (numAffectedRows === 0n) throw refuse(404, "league-announcement-unknown");
	await services.db
		.insertInto("league_event_reports")
		.values({ event_id: eventId, user_id: userId })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** A commissioner takes an announcement of her league back; what operators hide they do by a report. */
export async function removeAnnouncement(
	services: LeagueServices,
	userId: UserId,
	id: number,
	eventId: number,
): Promise<void> {
	requireCommissioner(await getLeague(services, userId, id), userId);
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_events SET hidden_at = clock_timestamp()
		WHERE id = ${eventId} AND league_id = ${id} AND kind = 'announcement' AND hidden_at IS NULL`.execute(services.db);
	if (numAffectedRows === 0n) throw refuse(404, "league-announcement-unknown");
}
