import { isDeepStrictEqual } from "node:util";
import type { BodyOf } from "@first-bounce/contract/call";
import type {
	addPlayer as addCall,
	changePlayer as changeCall,
	OperatorPlayer,
} from "@first-bounce/contract/operator/players";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import { findPriceProblem } from "@first-bounce/rules/prices/price-change";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { findImplausibleAge, MAX_AGE_YEARS, MIN_AGE_YEARS } from "@first-bounce/rules/season-changes/change-limits";
import type { OperatorChange } from "@first-bounce/rules/season-changes/operator-changes";
import { getPositionsInRound, listPlannedPositions } from "@first-bounce/rules/season-changes/positions";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { createSquarePicture } from "../../media/create-picture.ts";
import { getPlayerPhotoKey } from "../../media/media-store.ts";
import { checkStatsForOtherClub, saveFormerSquads } from "../../seasons/current/former-squads.ts";
import { savePreviousPositions } from "../../seasons/current/previous-positions.ts";
import { requireAllowedChange } from "../../seasons/current/require-allowed-change.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { savePersonMatches } from "../../seasons/rollover/person-match-queries.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeason, requireOpenSeason, type SeasonChange } from "./change-season.ts";
import {
	findPlayer,
	insertPlayer,
	type PlayerRow,
	type PlayerValues,
	reservePhotoVersion,
	savePlayer,
	searchPlayers,
} from "./player-queries.ts";
import { findLastPayloadId } from "./queries.ts";

const MAX_RESULTS = 50;

const getCurrentRoundId = ({ rounds }: Pick<SeasonSnapshot, "rounds">): RoundId => findCurrentRound(rounds)?.id ?? 1;

function buildPlayer({ positionHistory, ...row }: PlayerRow, currentRoundId: RoundId): OperatorPlayer {
	const planned = listPlannedPositions(positionHistory, currentRoundId);
	return {
		...row,
		positions: [...getPositionsInRound(positionHistory, currentRoundId)],
		plannedPositions: planned.map(({ fromRound, positions }) => ({ fromRound, positions: [...positions] })),
	};
}

/** Finds players by part of the name and by club. The list is short because counting their teams is expensive. */
export async function findPlayers(
	{ db, seasons }: OperatorServices,
	{ search = "", squadId }: { search?: string | undefined; squadId?: number | undefined },
): Promise<{ players: OperatorPlayer[]; hasMore: boolean; total: number }> {
	const season = seasons.current();
	const { seasonId, players: allPlayers } = season;
	const found = await searchPlayers(db, seasonId, {
		search: search.trim(),
		squadId: squadId ?? null,
		limit: MAX_RESULTS + 1,
	});
	return {
		players: found.slice(0, MAX_RESULTS).map((row) => buildPlayer(row, getCurrentRoundId(season))),
		hasMore: found.length > MAX_RESULTS,
		total: allPlayers.size,
	};
}

async function getPlayer({ trx, seasonId, season }: SeasonChange, id: PlayerId) {
	const row = await findPlayer(trx, seasonId, id);
	if (!row) throw refuse(404, "player-unknown");
	return { player: buildPlayer(row, getCurrentRoundId(season)), latestPositions: row.positionHistory.latest };
}

const getAuditValues = ({ teams: _, ...player }: OperatorPlayer) => player;

interface PlayerChange extends SeasonChange {
	readonly before: OperatorPlayer;
	/** The positions after the last change, which may still be planned. */
	readonly latestPositions: readonly Line[];
}

/** Refuses a change of a player that is not allowed while clubs are locked (docs/game-rules.md#changes-during-the-season). */
const requireAllowed = ({ clocks }: OperatorServices, { season, before }: PlayerChange, change: OperatorChange): void =>
	requireAllowedChange(change, {
		rounds: season.rounds,
		now: clocks.seasonNow(),
		squads: season.squads,
		playerName: `${before.firstName} ${before.lastName}`,
	});

/** The columns by which last season's players are found in this season's list. */
const PERSON_COLUMNS = ["first_name", "last_name", "birthday"];

/** Changes a player in one transaction with its audit row. */
const updatePlayer = (
	services: OperatorServices,
	id: PlayerId,
	audit: AuditContext,
	action: string,
	buildValues: (context: PlayerChange) => PlayerValues | Promise<PlayerValues>,
): Promise<OperatorPlayer> =>
	changeSeason(services, audit, async (context) => {
		const { trx, seasonId } = context;
		const { player: before, latestPositions } = await getPlayer(context, id);
		const entries = Object.entries(await buildValues({ ...context, before, latestPositions }));
		const changedValues = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
		await savePlayer(trx, seasonId, id, changedValues);
		if (PERSON_COLUMNS.some((column) => column in changedValues)) await savePersonMatches(trx, seasonId);
		const { player: after } = await getPlayer(context, id);
		const entry = { action, subject: `player:${seasonId}:${id}`, before: getAuditValues(before) };
		const hasNewClub = after.squadId !== before.squadId || !isDeepStrictEqual(after.formerSquads, before.formerSquads);
		if (!hasNewClub) return { result: after, entry: { ...entry, after: getAuditValues(after) } };
		// `fb verify` checks the payloads up to this one against the former clubs.
		const afterPayload = await findLastPayloadId(trx, seasonId);
		return { result: after, entry: { ...entry, after: { ...getAuditValues(after), afterPayload } } };
	});

function validateSquad({ seasons }: OperatorServices, squadId: number | undefined): void {
	if (squadId !== undefined && !seasons.current().squads.some(({ id }) => id === squadId))
		throw refuse(422, "unknown-squad");
}

/** Refuses a birthday that no player of the season can have, as an import does. */
function validateBirthday({ rounds }: Pick<SeasonSnapshot, "rounds">, birthday: string | null | undefined): void {
	const firstStart = Math.min(...rounds.flatMap(({ matches }) => matches.map(({ startsAt }) => startsAt)));
	if (birthday && findImplausibleAge(birthday, firstStart))
		throw refuse(422, "birthday-implausible", { youngest: MIN_AGE_YEARS, oldest: MAX_AGE_YEARS });
}

/**
 * Changes the given fields. A new status is for the current round, and stays until a feed sends the next line-up. New
 * positions count from the chosen round, by default the first that has not started, a new club from the current round or
 * the chosen earlier one.
 */
export function changePlayer(
	services: OperatorServices,
	id: PlayerId,
	{ reason: _, ...change }: BodyOf<typeof changeCall>,
	audit: AuditContext,
): Promise<OperatorPlayer> {
	validateSquad(services, change.squadId);
	const {
		firstName: first_name,
		lastName: last_name,
		squadId: squad_id,
		squadFromRound,
		statusNote,
		positionsFromRound,
		...otherFields
	} = change;
	return updatePlayer(services, id, audit, "player-changed", async (context) => {
		const { trx, seasonId, season, before, latestPositions } = context;
		if (change.birthday !== before.birthday) validateBirthday(season, change.birthday);
		if (squad_id !== undefined) requireAllowed(services, context, { kind: "club", from: before.squadId, to: squad_id });
		if (squad_id !== undefined && (squad_id !== before.squadId || squadFromRound !== undefined)) {
			const clubChange = { playerId: id, before: before.squadId, after: squad_id, fromRound: squadFromRound };
			checkStatsForOtherClub(season, clubChange);
			await saveFormerSquads(trx, season, [clubChange]);
		}
		if (change.positions) {
			const seasonContext = { seasonId, rounds: season.rounds, now: services.clocks.seasonNow() };
			const previous = { playerId: id, positions: latestPositions, fromRound: positionsFromRound };
			await savePreviousPositions(trx, seasonContext, [previous]);
		}
		return {
			...otherFields,
			first_name,
			last_name,
			squad_id,
			// A new status without a note clears the old note.
			status_note: statusNote ?? (change.status === undefined ? undefined : ""),
			status_round_id: change.status === undefined ? undefined : findCurrentRound(season.rounds)?.id,
		};
	});
}

/** Adds a player. Her first round must not have started. */
export function addPlayer(services: OperatorServices, player: BodyOf<typeof addCall>, audit: AuditContext) {
	validateSquad(services, player.squadId);
	const { id, squadId, positions, price, fromRound, birthday = null, firstName, lastName } = player;
	return changeSeason(services, audit, async (context) => {
		const { trx, seasonId, season } = context;
		if (season.players.has(id)) throw refuse(409, "player-exists");
		const { floorPrice, priceStep } = season.rules;
		const priceProblem = findPriceProblem(price, season.rules);
		if (priceProblem) throw refuse(422, priceProblem, { step: priceStep, floor: floorPrice });
		validateBirthday(season, birthday);
		requireRound(season, fromRound);
		const progress = { rounds: season.rounds, now: services.clocks.seasonNow() };
		requireAllowedChange({ kind: "first-round", roundId: fromRound }, progress);
		const names = { first_name: firstName, last_name: lastName };
		const row = { season_id: seasonId, id, ...names, squad_id: squadId, positions, birthday, from_round: fromRound };
		await insertPlayer(trx, row, price);
		await savePersonMatches(trx, seasonId);
		const { player: after } = await getPlayer(context, id);
		const entry = {
			action: "player-added",
			subject: `player:${seasonId}:${id}`,
			before: null,
			after: getAuditValues(after),
		};
		return { result: after, entry };
	});
}

/**
 * Marks a player as departed, or reverts that. A locked player departs once her round is complete. Teams keep a departed
 * player until they trade her out.
 */
export function setPlayerDeparted(services: OperatorServices, id: PlayerId, departed: boolean, audit: AuditContext) {
	const action = departed ? "player-departed" : "player-back";
	return updatePlayer(services, id, audit, action, (context) => {
		const { season, before } = context;
		if (!departed) return { departed_round: null };
		requireAllowed(services, context, { kind: "departure", squadId: before.squadId });
		return { departed_round: before.departedRound ?? getCurrentRoundId(season), status: "not-playing" };
	});
}

/** Stores a player's new photo and returns its version, which nothing refers to yet. Refuses an unknown player. */
export async function storePhoto(
	{ db, media }: Pick<OperatorServices, "db" | "media">,
	seasonId: number,
	id: PlayerId,
	photo: Buffer,
): Promise<number> {
	const version = await reservePhotoVersion(db, seasonId, id);
	if (version === null) throw refuse(404, "player-unknown");
	await media.put(getPlayerPhotoKey(seasonId, id, version), photo);
	return version;
}

/** Replaces or removes a player's photo. The file is stored before the season is locked, because teams cannot be saved then. */
export async function changePhoto(
	services: OperatorServices,
	id: PlayerId,
	picture: Buffer | null,
	audit: AuditContext,
): Promise<OperatorPlayer> {
	const photo = picture && (await createSquarePicture(picture));
	const photo_version = photo ? await storePhoto(services, requireOpenSeason(services).seasonId, id, photo) : 0;
	const action = photo ? "player-photo" : "player-photo-removed";
	return updatePlayer(services, id, audit, action, () => ({ photo_version }));
}
