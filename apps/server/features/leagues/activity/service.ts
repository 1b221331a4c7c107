import type { LeagueEvent } from "@first-bounce/contract/leagues/league-activity";
import { replaceMentions } from "@first-bounce/contract/leagues/message-text";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { z } from "zod";
import { buildPublicNames } from "../../names/public-name.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { listTeamOwners, type TeamOwner } from "../members/team-owners.ts";
import { buildPage, getLeagueForMember, getPageRange, type Paging } from "../service.ts";
import { type EventRow, listEvents } from "./queries.ts";

const bestScoreData = z.object({ teamId: z.number(), points: z.number(), former: z.number().default(0) });
const announcementData = z.object({
	text: z.string(),
	/** The active members whom the text mentions. */
	members: z.array(z.object({ userId: z.number(), teamName: z.string() })),
});

const memberData = z.object({
	byId: z.number().optional(),
	isOperator: z.boolean().optional(),
	/** The name of a team that was taken over, at the time. */
	takenOver: z.string().optional(),
});

/** Builds who else changed a membership, if anybody, and the name of the team that the member took over. */
function buildMemberChange({ data, user_id: userId, by_name, former_name }: EventRow) {
	const { byId, isOperator, takenOver } = memberData.parse(data);
	return {
		...(byId === undefined || byId === userId ? {} : { by: { userId: byId, teamName: by_name ?? "" } }),
		...(isOperator ? { isOperator } : {}),
		...(takenOver === undefined ? {} : { takenOver: former_name ?? takenOver }),
	};
}

export function buildEventView(
	row: EventRow,
	league: LeagueRow,
	viewer: UserId,
	owners: ReadonlyMap<TeamId, TeamOwner>,
): LeagueEvent {
	const event = { id: row.id, at: row.at.toISOString() };
	const buildScore = (teamId: TeamId, points: number) => {
		return { teamId, teamName: owners.get(teamId)?.teamName ?? "", points };
	};
	if (row.kind === "results" || row.kind === "record") {
		const { teamId, points, former } = bestScoreData.parse(row.data);
		const best = buildScore(teamId, points);
		const roundEvent = { ...event, roundId: row.round_id ?? 0, best };
		if (row.kind === "record") return { ...roundEvent, kind: "record", former };
		const matches = (row.matches ?? []).map(({ home, away, homePoints, awayPoints, ...finalFlags }) => {
			return { home: buildScore(home, homePoints), away: buildScore(away, awayPoints), ...finalFlags };
		});
		return { ...roundEvent, kind: "results", matches };
	}
	const memberEvent = { ...event, userId: row.user_id ?? 0, teamName: buildPublicNames(row).teamName };
	if (row.kind !== "announcement") return { ...memberEvent, kind: row.kind, ...buildMemberChange(row) };
	const isModerator = hasRight(league.role, "moderate");
	const { text, members } = announcementData.parse(row.data);
	return {
		...memberEvent,
		kind: "announcement",
		text: replaceMentions(text, (id) => members.find(({ userId }) => userId === id)?.teamName ?? ""),
		isReported: row.reported_at !== null && isModerator,
		mayRemove: isModerator,
		mayReport: row.user_id !== viewer,
	};
}

/** Gets a page of a league's activity, newest first. Refuses users who are not members. */
export async function getLeagueActivity(services: LeagueServices, viewer: UserId, id: number, paging: Paging) {
	const league = await getLeagueForMember(services, viewer, id);
	const page = buildPage(await listEvents(services.db, id, viewer, getPageRange(paging)), paging);
	const owners = await listTeamOwners(services.db, listTeamIds(page.rows), viewer);
	return {
		events: page.rows.map((row) => buildEventView(row, league, viewer, owners)),
		nextPage: page.nextPage,
	};
}

function listTeamIds(rows: readonly EventRow[]): TeamId[] {
	const teamIds = rows.flatMap(({ kind, data, matches }) => [
		...(kind === "results" || kind === "record" ? [bestScoreData.parse(data).teamId] : []),
		...(matches ?? []).flatMap(({ home, away }) => [home, away]),
	]);
	return [...new Set(teamIds)];
}
