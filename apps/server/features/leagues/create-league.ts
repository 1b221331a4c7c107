import { LEAGUE_COLOURS } from "@first-bounce/contract/constants";
import type { createLeague as createCall } from "@first-bounce/contract/leagues/league-actions";
import type { UserId } from "@first-bounce/rules/ids";
import { computeLeagueSize } from "@first-bounce/rules/leagues/league";
import { findRound, hasRoundStarted } from "@first-bounce/rules/round/rounds";
import type { Transaction } from "kysely";
import { DatabaseError } from "pg";
import type { z } from "zod";
import type { Tables } from "../../db/tables/tables.ts";
import { refuse } from "../../plugins/refusal.ts";
import { isFitForName } from "../accounts/users/team-names.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { createSquarePicture } from "../site/media/create-square-picture.ts";
import { ensureTeam } from "../team/found-team.ts";
import { createLeagueEvent } from "./activity/queries.ts";
import { saveAvatar } from "./avatar.ts";
import type { LeagueServices } from "./league-row.ts";
import { createLeagueCode } from "./members/codes.ts";
import { getRecoverableLeague, inviteFormerMembers } from "./members/recover.ts";

export type NewLeague = z.output<typeof createCall.body>;

/** Fewer would stop somebody who runs a competition, more only who fills a list. */
const MAX_LEAGUES_RUN = 50;
const MAX_CODE_ATTEMPTS = 10;

export function requireFitName(name: string): void {
	if (!isFitForName(name)) throw refuse(422, "league-name-not-allowed");
}

/** A league starts in a round that has not begun (D2 §5). */
export function requireOpenRound(season: SeasonSnapshot, startId: number, now: number): void {
	const round = findRound(season.rounds, startId);
	if (!round || startId > season.rules.lastRound) throw refuse(422, "round-unknown");
	if (hasRoundStarted(round, now)) throw refuse(422, "league-start-passed");
}

const isTakenCode = (error: unknown): boolean =>
	error instanceof DatabaseError && error.constraint === "leagues_code_key";

/** Holds her account, so that leagues founded at the same moment are counted one after the other. */
async function requireFewLeagues(transaction: Transaction<Tables>, seasonId: number, userId: UserId): Promise<void> {
	await transaction.selectFrom("users").where("id", "=", userId).select("id").forNoKeyUpdate().execute();
	const { run } = await transaction
		.selectFrom("leagues")
		.where("season_id", "=", seasonId)
		.where("commissioner_id", "=", userId)
		.select((select) => select.fn.countAll<number>().as("run"))
		.executeTakeFirstOrThrow();
	if (run >= MAX_LEAGUES_RUN) throw refuse(422, "too-many-leagues", { most: MAX_LEAGUES_RUN });
}

/** Writes a league with its commissioner in it. */
async function insertLeague(
	transaction: Transaction<Tables>,
	season: SeasonSnapshot,
	userId: UserId,
	form: NewLeague,
	at: { readonly wall: Date; readonly code: string },
): Promise<number> {
	const size = computeLeagueSize(form.type, form.size, season.rules);
	if (size === null) throw refuse(422, "league-size", { sizes: season.rules.leagues.h2hSizes.join(", ") });
	const isH2h = form.type === "h2h";
	const { id } = await transaction
		.insertInto("leagues")
		.values({
			season_id: season.seasonId,
			name: form.name,
			code: at.code,
			type: form.type,
			privacy: form.privacy,
			size,
			start_id: form.startId,
			finals: isH2h ? form.finals : null,
			tiebreaker: isH2h ? form.h2hTiebreaker : null,
			commissioner_id: userId,
			colour: form.colour ?? LEAGUE_COLOURS[at.code.charCodeAt(0) % LEAGUE_COLOURS.length] ?? "ochre",
			regenerated_from: form.leagueId ?? null,
			created_at: at.wall,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	const teamId = await ensureTeam(transaction, season.seasonId, userId);
	await transaction
		.insertInto("league_members")
		.values({ league_id: id, user_id: userId, team_id: teamId, joined_at: at.wall })
		.execute();
	await createLeagueEvent(transaction, id, "created", userId);
	return id;
}

/** Writes a league under a code that nobody has had, and lets `andThen` add to it in the same transaction. */
export async function createLeagueInTransaction<Result>(
	{ db, seasons, clocks }: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	userId: UserId,
	form: NewLeague,
	andThen: (transaction: Transaction<Tables>, id: number) => Promise<Result>,
): Promise<Result> {
	const season = seasons.current();
	requireFitName(form.name);
	requireOpenRound(season, form.startId, clocks.seasonNow());
	for (let tries = 1; ; tries++) {
		const at = { wall: new Date(clocks.wallNow()), code: createLeagueCode() };
		try {
			return await db.transaction().execute(async (transaction) => {
				await requireFewLeagues(transaction, season.seasonId, userId);
				return andThen(transaction, await insertLeague(transaction, season, userId, form, at));
			});
		} catch (error) {
			if (error instanceof DatabaseError && error.constraint === "one_league_regenerated_from_another")
				throw refuse(409, "league-regenerated-already");
			if (!isTakenCode(error) || tries === MAX_CODE_ATTEMPTS) throw error;
		}
	}
}

/**
 * Creates a league with its creator as its first member and commissioner. With `leagueId` it is one of last season's
 * again: its members are invited (decisions §8).
 */
export async function createLeague(
	services: LeagueServices,
	userId: UserId,
	form: NewLeague,
	picture: Buffer | null,
): Promise<{ readonly id: number; readonly invited: number }> {
	const former = form.leagueId === undefined ? null : await getRecoverableLeague(services, userId, form.leagueId);
	const square = picture && (await createSquarePicture(picture));
	return createLeagueInTransaction(services, userId, form, async (transaction, id) => {
		await saveAvatar(services, transaction, { id, avatar_version: 0 }, square);
		const invited = former ? await inviteFormerMembers(services, transaction, id, former.id, userId) : 0;
		return { id, invited };
	});
}
