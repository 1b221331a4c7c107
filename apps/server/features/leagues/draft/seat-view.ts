import type { DraftSeat } from "@first-bounce/contract/draft/draft-board";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { getReadableLeague } from "../service.ts";
import { type DraftRow, findDraft, type SeatRow } from "./queries.ts";

export type ReadServices = Pick<LeagueServices, "db" | "isPublicRead" | "seasons" | "clocks">;

/** Gets a draft league that the viewer may read, with its draft. */
export async function getReadableDraft(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
): Promise<{ readonly league: LeagueRow; readonly draft: DraftRow }> {
	const league = await getReadableLeague(services, userId, leagueId);
	const draft = await findDraft(services.db, leagueId);
	if (!draft) throw refuse(404, "draft-unknown");
	return { league, draft };
}

export const buildPerson = (
	userId: UserId | null,
	row: Pick<SeatRow, "team_name" | "is_active" | "avatar_version">,
): DraftSeat["manager"] =>
	userId === null
		? null
		: {
				userId,
				teamName: row.is_active ? (row.team_name ?? "") : "",
				avatarVersion: row.is_active ? (row.avatar_version ?? 0) : 0,
			};

export const getTeamName = (seat: SeatRow): string => seat.name ?? (seat.is_active ? (seat.team_name ?? "") : "");

/** Sorts teams by the order of the first round; without one they stay in the order of joining. */
export function sortSeats({ team_order: order }: DraftRow, seats: readonly SeatRow[]): readonly SeatRow[] {
	if (!order) return seats;
	const getPlace = (seat: SeatRow) => (order.includes(seat.team_id) ? order.indexOf(seat.team_id) : order.length);
	return seats.toSorted((a, b) => getPlace(a) - getPlace(b));
}
