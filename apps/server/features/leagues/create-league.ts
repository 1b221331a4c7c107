import { LEAGUE_COLOURS } from "@first-bounce/contract/constants";
import { newDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import type { createLeague as createCall } from "@first-bounce/contract/leagues/league-actions";
import { DAY_MS } from "@first-bounce/rules/durations";
import { checkFinalsSeries } from "@first-bounce/rules/head-to-head/finals-rounds";
import type { UserId } from "@first-bounce/rules/ids";
import { computeLeagueSize, getMaxEliminationSize } from "@first-bounce/rules/leagues/league";
import { findRound, hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Transaction } from "kysely";
import { DatabaseError } from "pg";
import type { z } from "zod";
import type { Tables } from "../../db/tables/tables.ts";
import type { Throttle } from "../../plugins/limits/throttle.ts";
import { refuse } from "../../plugins/refusal.ts";
import { createSquarePicture } from "../media/create-picture.ts";
import { isAllowedName } from "../names/allowed-names.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { ensureTeam } from "../team/team-queries.ts";
import { insertLeagueEvent } from "./activity/queries.ts";
import { readAvatar, saveAvatar } from "./avatar.ts";
import { lockConversation } from "./conversation/queries.ts";
import { postScheduledCard } from "./draft/draft-cards.ts";
import { continueTeams } from "./draft/keepers/continue-league.ts";
import { findDraft, insertDraftTeam } from "./draft/queries.ts";
import { createDraft, requireDraftSize, requireFutureStart, requireTimeToTrade } from "./draft/settings.ts";
import { insertLeague } from "./league-queries.ts";
import type { LeagueServices } from "./league-row.ts";
import { buildNewSettingsColumns } from "./league-settings.ts";
import { listLeagueRounds } from "./league-view.ts";
import { createLeagueCode } from "./members/codes.ts";
import { requireLeagueQuota } from "./members/league-transaction.ts";
import { insertMember, type PreviousLeague } from "./members/queries.ts";
import { getLeagueToRegenerate, inviteFormerMembers } from "./members/regenerate-league.ts";

export type NewLeague = z.output<typeof createCall.body>;

const MAX_CODE_ATTEMPTS = 10;
/** How many draft leagues an account may create. */
const DRAFT_LEAGUE_LIMIT = { max: 5, windowMs: DAY_MS };

export function requireAllowedName(name: string): void {
	if (!isAllowedName(name)) throw refuse(422, "league-name-not-allowed");
}

export function requireUpcomingRound(season: SeasonSnapshot, startId: number, now: number): void {
	const round = findRound(season.rounds, startId);
	if (!round || startId > season.rules.lastRound) throw refuse(422, "round-unknown");
	if (hasRoundStarted(round, now)) throw refuse(422, "league-start-passed");
}

/** Refuses a finals series if the season does not allow one, or if the league is too small or starts too late. */
export function requirePossibleFinalsSeries(season: SeasonSnapshot, startId: number, size: number): void {
	const violation = checkFinalsSeries(size, listLeagueRounds({ start_id: startId }, season), season.rules);
	if (violation) throw refuse(422, violation);
}

const isTakenCode = (error: unknown): boolean =>
	error instanceof DatabaseError && error.constraint === "leagues_code_key";

/** Picks a colour by the first character of a league's code, so that leagues without a chosen colour differ. */
const pickColour = (code: string) => LEAGUE_COLOURS[code.charCodeAt(0) % LEAGUE_COLOURS.length] ?? "ochre";

/** Gets the size of a new league; refuses one that its kind cannot have. */
function getNewSize(form: NewLeague, season: SeasonSnapshot): number {
	if (form.class === "draft") {
		requireDraftSize(form.size);
		return form.size;
	}
	const roundCount = listLeagueRounds({ start_id: form.startId }, season).length;
	const size = computeLeagueSize(form.type, form.size, roundCount, season.rules);
	if (size === null && form.type === "elimination")
		throw refuse(422, "league-size-rounds", { most: getMaxEliminationSize(roundCount) });
	if (size === null) throw refuse(422, "league-size", { sizes: season.rules.leagues.h2hSizes.join(", ") });
	return size;
}

/** Refuses the form of a league that cannot be created, before it counts as one of those that an account may create in a day. */
function requireValidForm({ seasons, clocks }: Pick<LeagueServices, "seasons" | "clocks">, form: NewLeague) {
	const season = seasons.current();
	requireAllowedName(form.name);
	requireUpcomingRound(season, form.startId, clocks.seasonNow());
	const size = getNewSize(form, season);
	if (buildNewSettingsColumns(form, size).finals_series) requirePossibleFinalsSeries(season, form.startId, size);
	requireFutureStart(form.draft?.draftStart ?? null, clocks.wallNow());
	requireTimeToTrade(form.draft?.tradeDeadline, form.startId);
}

async function createDraftWithTeam(
	trx: Transaction<Tables>,
	leagueId: number,
	{ seasonId, rules }: SeasonSnapshot,
	{ form, size, createdAt }: { readonly form: NewLeague; readonly size: number; readonly createdAt: Date },
) {
	const settings = form.draft ?? newDraftSettings.parse({});
	const wallNow = createdAt.getTime();
	const rounds = { first: form.startId, last: rules.lastRound };
	await createDraft(trx, leagueId, size, { settings, wallNow, rounds });
	// With its conversation, so that the draft's cards and a member's first message do not wait for each other.
	await lockConversation(trx, seasonId, leagueId);
	if (settings.draftStart !== null) {
		const league = { id: leagueId, is_mock: false };
		await postScheduledCard({ trx, wallNow, league }, new Date(settings.draftStart));
	}
	return insertDraftTeam(trx, { season_id: seasonId, league_id: leagueId, name: null, is_robot: false });
}

async function insertLeagueWithCommissioner(
	trx: Transaction<Tables>,
	season: SeasonSnapshot,
	userId: UserId,
	form: NewLeague,
	{ createdAt, code }: { readonly createdAt: Date; readonly code: string },
): Promise<number> {
	const size = getNewSize(form, season);
	const settings = buildNewSettingsColumns(form, size);
	if (settings.finals_series) requirePossibleFinalsSeries(season, form.startId, size);
	const id = await insertLeague(trx, {
		season_id: season.seasonId,
		name: form.name,
		code,
		...settings,
		start_id: form.startId,
		commissioner_id: userId,
		colour: form.colour ?? pickColour(code),
		regenerated_from: form.leagueId ?? null,
		created_at: createdAt,
	});
	const teamId =
		form.class === "draft"
			? await createDraftWithTeam(trx, id, season, { form, size, createdAt })
			: await ensureTeam(trx, season.seasonId, userId);
	await insertMember(trx, { league_id: id, user_id: userId, team_id: teamId, joined_at: createdAt });
	await insertLeagueEvent(trx, id, "created", userId);
	return id;
}

/** Creates a league with a new code and calls `finish`, in one transaction that is run again if the code is taken. */
export async function createLeagueInTransaction<Result>(
	{ db, seasons, clocks }: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	userId: UserId,
	form: NewLeague,
	finish: (trx: Transaction<Tables>, id: number) => Promise<Result>,
): Promise<Result> {
	const season = seasons.current();
	requireAllowedName(form.name);
	requireUpcomingRound(season, form.startId, clocks.seasonNow());
	for (let attempt = 1; ; attempt++) {
		const creation = { createdAt: new Date(clocks.wallNow()), code: createLeagueCode() };
		try {
			return await db.transaction().execute(async (trx) => {
				await requireLeagueQuota(trx, season.seasonId, userId);
				return finish(trx, await insertLeagueWithCommissioner(trx, season, userId, form, creation));
			});
		} catch (error) {
			if (error instanceof DatabaseError && error.constraint === "one_league_regenerated_from_another")
				throw refuse(409, "league-regenerated-already");
			if (!isTakenCode(error) || attempt === MAX_CODE_ATTEMPTS) throw error;
		}
	}
}

/** Whether a regenerated league keeps its squads: as a keeper or dynasty league, after a complete draft. */
async function canContinue(trx: Transaction<Tables>, previousId: number, form: NewLeague): Promise<boolean> {
	if (form.class !== "draft" || !form.draft || form.draft.format === "redraft") return false;
	return (await findDraft(trx, previousId))?.state === "complete";
}

/** Gets the picture of a new league: the uploaded one or, in a renewed league, the former one, which the form shows. */
async function getNewPicture(services: LeagueServices, former: PreviousLeague | null, uploaded: Buffer | null) {
	if (uploaded) return createSquarePicture(uploaded);
	return former && readAvatar(services, former);
}

/**
 * Creates a league with its creator as commissioner and first member. If the form has a `leagueId`, it regenerates that league of
 * last season: it invites the former members or, for a keeper or dynasty league, takes over the teams.
 */
export async function createLeague(
	services: LeagueServices & { readonly throttle: Throttle },
	userId: UserId,
	form: NewLeague,
	picture: Buffer | null,
): Promise<{ readonly id: number; readonly invited: number }> {
	const isDraft = form.class === "draft";
	if (isDraft) requireValidForm(services, form);
	const previousLeague =
		form.leagueId === undefined ? null : await getLeagueToRegenerate(services, userId, form.leagueId);
	const square = await getNewPicture(services, previousLeague, picture);
	// A form whose picture is refused does not count.
	if (isDraft) await services.throttle.attempt(`draft leagues of ${userId}`, DRAFT_LEAGUE_LIMIT);
	return createLeagueInTransaction(services, userId, form, async (trx, id) => {
		await saveAvatar(services, trx, { id, avatar_version: 0 }, square);
		if (!previousLeague) return { id, invited: 0 };
		if (!(await canContinue(trx, previousLeague.id, form)))
			return { id, invited: await inviteFormerMembers(services, trx, id, previousLeague.id, userId) };
		const { seasonId } = services.seasons.current();
		const next = { leagueId: id, seasonId, commissionerId: userId, at: new Date(services.clocks.wallNow()) };
		return { id, invited: await continueTeams(trx, previousLeague.id, next, form.size) };
	});
}
