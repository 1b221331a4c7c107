import type { BodyOf } from "@first-bounce/contract/call";
import type {
	addPlayer as addCall,
	changePlayer as changeCall,
	OperatorPlayer,
} from "@first-bounce/contract/operator/players";
import type { PlayerId } from "@first-bounce/rules/ids";
import { findCurrentRound } from "@first-bounce/rules/round/rounds";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { createSquarePicture } from "../../site/media/create-square-picture.ts";
import { getPlayerPhotoKey } from "../../site/media/media-store.ts";
import type { AuditContext } from "../audit/audit.ts";
import { buildLikePattern } from "../pagination.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeason, type SeasonChange } from "./change-season.ts";

const MAX_RESULTS = 50;

/** Players as an operator sees them; `where` is about `p`. */
const selectPlayers = (seasonId: number, where: ReturnType<typeof sql>) => sql<OperatorPlayer>`
	SELECT p.id, p.first_name AS "firstName", p.last_name AS "lastName", p.squad_id AS "squadId", p.positions,
		p.status, p.birthday::text AS birthday, p.from_round AS "fromRound", p.departed_round AS "departedRound",
		p.photo_version AS "photoVersion",
		coalesce((SELECT price FROM player_prices AS v WHERE v.season_id = p.season_id AND v.player_id = p.id
			ORDER BY round_id DESC LIMIT 1), 0) AS price,
		(SELECT count(*) FROM teams AS t CROSS JOIN LATERAL (
			SELECT slots FROM lineups WHERE team_id = t.id ORDER BY round_id DESC LIMIT 1) AS l
			WHERE t.season_id = p.season_id AND t.completed_at IS NOT NULL AND p.id = ANY (l.slots)) AS teams
	FROM players AS p WHERE p.season_id = ${seasonId} AND ${where}`;

/** Players by a part of the name, or of one club; counting teams is dear, so few are shown. */
export async function findPlayers(
	{ db, seasons }: OperatorServices,
	{ search = "", squadId }: { search?: string | undefined; squadId?: number | undefined },
): Promise<{ players: OperatorPlayer[]; total: number }> {
	const { seasonId, players: all } = seasons.current();
	const wanted = sql`p.first_name || ' ' || p.last_name ILIKE ${buildLikePattern(search.trim())}
		AND (${squadId ?? null}::int IS NULL OR p.squad_id = ${squadId ?? null})`;
	const { rows } = await sql<OperatorPlayer>`
		${selectPlayers(seasonId, wanted)} ORDER BY p.last_name, p.first_name, p.id LIMIT ${MAX_RESULTS}`.execute(db);
	return { players: rows, total: all.size };
}

async function getPlayer(db: Kysely<Tables>, seasonId: number, id: PlayerId): Promise<OperatorPlayer> {
	const { rows } = await selectPlayers(seasonId, sql`p.id = ${id}`).execute(db);
	const [player] = rows;
	if (!player) throw refuse(404, "player-unknown");
	return player;
}

type PlayerValues = Readonly<Record<string, unknown>>;

/** What of a player an audit row tells. */
const getAuditValues = ({ teams: _, ...player }: OperatorPlayer) => player;

/** Changes a player in one transaction with its audit row. */
const updatePlayer = (
	services: OperatorServices,
	id: PlayerId,
	audit: AuditContext,
	action: string,
	values: (at: SeasonChange, before: OperatorPlayer) => PlayerValues | Promise<PlayerValues>,
): Promise<OperatorPlayer> =>
	changeSeason(services, audit, async (at) => {
		const { transaction, seasonId } = at;
		const before = await getPlayer(transaction, seasonId, id);
		const given = Object.entries(await values(at, before));
		const set = Object.fromEntries(given.filter(([, value]) => value !== undefined));
		if (Object.keys(set).length > 0)
			await transaction
				.updateTable("players")
				.set(set)
				.where("season_id", "=", seasonId)
				.where("id", "=", id)
				.execute();
		const after = await getPlayer(transaction, seasonId, id);
		const subject = `player:${seasonId}:${id}`;
		return { result: after, done: { action, subject, before: getAuditValues(before), after: getAuditValues(after) } };
	});

function validateSquad({ seasons }: OperatorServices, squadId: number | undefined): void {
	if (squadId !== undefined && !seasons.current().squads.some(({ id }) => id === squadId))
		throw refuse(422, "unknown-squad");
}

/** Changes what is named. A status stands until a feed's next line-up says otherwise. */
export function changePlayer(
	services: OperatorServices,
	id: PlayerId,
	{ reason: _, ...change }: BodyOf<typeof changeCall>,
	audit: AuditContext,
): Promise<OperatorPlayer> {
	validateSquad(services, change.squadId);
	const { firstName: first_name, lastName: last_name, squadId: squad_id, ...rest } = change;
	return updatePlayer(services, id, audit, "player-changed", () => ({ ...rest, first_name, last_name, squad_id }));
}

/** Signs a player from a round on that has not begun, at her price. */
export function addPlayer(
	services: OperatorServices,
	player: BodyOf<typeof addCall>,
	audit: AuditContext,
): Promise<OperatorPlayer> {
	validateSquad(services, player.squadId);
	const { id, squadId, positions, price, fromRound, birthday = null, firstName, lastName } = player;
	return changeSeason(services, audit, async ({ transaction, seasonId, season }) => {
		if (season.players.has(id)) throw refuse(409, "player-there");
		const { floorPrice, priceStep } = season.rules;
		if (price % priceStep !== 0) throw refuse(422, "price-not-in-steps", { step: priceStep });
		if (price < floorPrice) throw refuse(422, "price-below-floor", { floor: floorPrice });
		const round = season.rounds.find((each) => each.id === fromRound);
		if (round?.status !== "scheduled") throw refuse(422, "round-begun");
		const names = { first_name: firstName, last_name: lastName };
		const row = { season_id: seasonId, id, ...names, squad_id: squadId, positions, birthday, from_round: fromRound };
		await transaction.insertInto("players").values(row).execute();
		await transaction
			.insertInto("player_prices")
			.values({ season_id: seasonId, round_id: fromRound, player_id: id, price })
			.execute();
		const after = await getPlayer(transaction, seasonId, id);
		const done = {
			action: "player-added",
			subject: `player:${seasonId}:${id}`,
			before: null,
			after: getAuditValues(after),
		};
		return { result: after, done };
	});
}

/** Takes a player out of the pool, or puts her back; teams that hold her keep her until they let her go. */
export function departPlayer(services: OperatorServices, id: PlayerId, departed: boolean, audit: AuditContext) {
	const now = findCurrentRound(services.seasons.current().rounds)?.id ?? 1;
	const action = departed ? "player-departed" : "player-back";
	return updatePlayer(services, id, audit, action, (_, { departedRound }) =>
		departed ? { departed_round: departedRound ?? now, status: "not-playing" } : { departed_round: null },
	);
}

/** Gives a player another photo, or takes hers away; stored first, so that a version anybody can read has its photo. */
export async function changePhoto(
	services: OperatorServices,
	id: PlayerId,
	picture: Buffer | null,
	audit: AuditContext,
): Promise<OperatorPlayer> {
	const photo = picture && (await createSquarePicture(picture));
	const action = photo ? "player-photo" : "player-photo-removed";
	return updatePlayer(services, id, audit, action, async ({ transaction, seasonId }) => {
		if (!photo) return { photo_version: 0 };
		const { photos } = await transaction
			.updateTable("players")
			.set({ photos: sql`photos + 1` })
			.where("season_id", "=", seasonId)
			.where("id", "=", id)
			.returning("photos")
			.executeTakeFirstOrThrow();
		await services.media.put(getPlayerPhotoKey(seasonId, id, photos), photo);
		return { photo_version: photos };
	});
}
