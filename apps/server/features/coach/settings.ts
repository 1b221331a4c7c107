import type { BodyOf } from "@first-bounce/contract/call";
import {
	type CoachSettings,
	MAX_COACH_LIST,
	type orderWaitList,
	type setCoachPlayer,
	type updateCoachPreferences,
} from "@first-bounce/contract/team/coach";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../db/tables/tables.ts";
import { refuse } from "../../plugins/refusal.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import {
	type CoachList,
	deleteCoachPlayer,
	findPreferences,
	listCoachPlayers,
	lockPreferences,
	updatePreferences,
	upsertCoachPlayers,
} from "./queries.ts";

export interface SettingsServices {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "current">;
}

export const getSettings = ({ db, seasons }: SettingsServices, userId: UserId): Promise<CoachSettings> =>
	loadSettings(db, seasons.current(), userId);

async function loadSettings(db: Db, { seasonId }: SeasonSnapshot, userId: UserId): Promise<CoachSettings> {
	const preferences = await findPreferences(db, userId);
	const rows = await listCoachPlayers(db, seasonId, userId);
	const listIds = (name: CoachList) => rows.filter(({ list }) => list === name).map(({ player_id }) => player_id);
	return {
		isHidden: preferences?.is_hidden ?? false,
		aim: preferences?.aim ?? "season",
		keepIds: listIds("keep"),
		banIds: listIds("ban"),
		waitIds: listIds("wait"),
	};
}

/** Makes a change with the manager's preferences locked, and returns the settings after it. */
const changeSettings = (
	{ db, seasons }: SettingsServices,
	userId: UserId,
	change: (trx: Transaction<Tables>, season: SeasonSnapshot) => Promise<unknown>,
): Promise<CoachSettings> =>
	db.transaction().execute(async (trx) => {
		const season = seasons.current();
		await lockPreferences(trx, userId);
		await change(trx, season);
		return loadSettings(trx, season, userId);
	});

export const savePreferences = (
	services: SettingsServices,
	userId: UserId,
	{ isHidden, aim }: BodyOf<typeof updateCoachPreferences>,
): Promise<CoachSettings> =>
	changeSettings(services, userId, (trx) => updatePreferences(trx, userId, { is_hidden: isHidden, aim }));

/** Puts a player at the end of a list, or takes her off all of them. A player who is on the list stays where she is. */
export const setPlayerList = (
	services: SettingsServices,
	userId: UserId,
	{ playerId, list }: BodyOf<typeof setCoachPlayer>,
): Promise<CoachSettings> =>
	changeSettings(services, userId, async (trx, season) => {
		const { seasonId } = season;
		if (list === null) return deleteCoachPlayer(trx, { userId, seasonId }, playerId);
		requirePlayers(season, [playerId]);
		const listedPlayers = (await listCoachPlayers(trx, seasonId, userId)).filter((row) => row.list === list);
		if (listedPlayers.some((row) => row.player_id === playerId)) return;
		if (listedPlayers.length >= MAX_COACH_LIST) throw refuse(422, "coach-list-full", { limit: MAX_COACH_LIST });
		const last = listedPlayers.at(-1)?.priority ?? 0;
		await upsertCoachPlayers(trx, { userId, seasonId, list }, [playerId], last + 1);
	});

/** Moves players to the top of the wait list, in this order. The others on it follow. */
export const saveWaitList = (
	services: SettingsServices,
	userId: UserId,
	{ playerIds }: BodyOf<typeof orderWaitList>,
): Promise<CoachSettings> =>
	changeSettings(services, userId, async (trx, season) => {
		requirePlayers(season, playerIds);
		const key = { userId, seasonId: season.seasonId, list: "wait" } as const;
		const waitList = (await listCoachPlayers(trx, key.seasonId, userId)).filter(({ list }) => list === "wait");
		const ordered = new Set([...playerIds, ...waitList.map(({ player_id }) => player_id)]);
		if (ordered.size > MAX_COACH_LIST) throw refuse(422, "coach-list-full", { limit: MAX_COACH_LIST });
		await upsertCoachPlayers(trx, key, [...ordered], 1);
	});

function requirePlayers({ players }: SeasonSnapshot, ids: readonly PlayerId[]): void {
	const unknown = ids.find((id) => !players.has(id));
	if (unknown !== undefined) throw refuse(422, "unknown-player", { playerId: unknown });
}
