import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { changeDraftTeam, saveDraftPreferences, showDraftPreferences } from "@first-bounce/contract/draft/draft";
import type { setAutopick as setAutopickCall } from "@first-bounce/contract/draft/draft-process";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { isAllowedName } from "../../names/allowed-names.ts";
import type { LeagueServices } from "../league-row.ts";
import { findPreferences, type SeatRow, savePreferencesOfMember, updateTeam } from "./queries.ts";
import { buildWholeClock, defineMemberAction, requireOwnSeat, saveChange } from "./room.ts";
import { getMemberDraft } from "./seat-view.ts";

type Preferences = SuccessOf<typeof showDraftPreferences>;

/** Gets the seat of a member in a league that has a draft. */
async function getOwnSeat(services: LeagueServices, userId: UserId, leagueId: number): Promise<SeatRow> {
	const { seats } = await getMemberDraft(services, userId, leagueId);
	return requireOwnSeat(seats, userId);
}

/** Gets the caller's private lists. */
export async function getPreferences(services: LeagueServices, userId: UserId, leagueId: number): Promise<Preferences> {
	const own = await getOwnSeat(services, userId, leagueId);
	const row = await findPreferences(services.db, own.team_id);
	if (!row) throw refuse(409, "draft-team-missing");
	return row;
}

/**
 * Saves the caller's private lists. Nothing that others see changes, so the draft is not locked: autopick reads the lists
 * under the league's lock, and a list that is saved in the meantime counts for the next pick.
 */
export async function savePreferences(
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
	{ queue, ranking, doNotDraft }: BodyOf<typeof saveDraftPreferences>,
): Promise<Preferences> {
	await getOwnSeat(services, userId, leagueId);
	const changes = {
		...(queue ? { queue } : {}),
		...(ranking ? { ranking } : {}),
		...(doNotDraft ? { do_not_draft: doNotDraft } : {}),
	};
	if (Object.keys(changes).length > 0) await savePreferencesOfMember(services.db, { userId, leagueId }, changes);
	return getPreferences(services, userId, leagueId);
}

/** Sets when the server picks for the caller's team. */
export const setAutopick = defineMemberAction(async (locked, userId, { mode }: BodyOf<typeof setAutopickCall>) => {
	const { team_id: teamId, autopick } = requireOwnSeat(locked.room.seats, userId);
	if (autopick === mode) return locked.room.draft.version;
	const after = await saveChange(locked, {
		seats: [{ teamId, changes: { autopick: mode } }],
		log: [{ action: "autopick", userId, data: { teamId, autopick: mode } }],
	});
	return after.draft.version;
});

/** Ends the absence of the caller. If her pick is on the clock, it gets the whole time. */
export const comeBack = defineMemberAction(async (locked, userId) => {
	const { team_id: teamId, is_away } = requireOwnSeat(locked.room.seats, userId);
	if (!is_away) return locked.room.draft.version;
	const after = await saveChange(locked, {
		seats: [{ teamId, changes: { is_away: false, misses: 0 } }],
		...buildWholeClock(locked.room, teamId),
		log: [{ action: "back", userId, data: { teamId } }],
	});
	return after.draft.version;
});

const getKey = (name: string): string => name.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");

/** Changes the name and colour of the caller's team. */
export const updateDraftTeam = defineMemberAction(
	async (locked, userId, { name, colour }: BodyOf<typeof changeDraftTeam>) => {
		const { team_id: teamId } = requireOwnSeat(locked.room.seats, userId);
		const others = locked.room.seats.filter(({ team_id }) => team_id !== teamId);
		if (name && !isAllowedName(name)) throw refuse(422, "team-name-not-allowed");
		if (name && others.some((seat) => getKey(seat.name ?? seat.team_name ?? "") === getKey(name)))
			throw refuse(409, "draft-team-name-taken");
		await updateTeam(locked.trx, teamId, {
			...(name === undefined ? {} : { name }),
			...(colour === undefined ? {} : { colour }),
		});
		return (await saveChange(locked, { log: [] })).draft.version;
	},
);
