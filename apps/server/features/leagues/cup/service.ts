import type { SuccessOf } from "@first-bounce/contract/call";
import type { Cup, showCupDraw, showCupDrawInputs } from "@first-bounce/contract/leagues/cup";
import { getCupStage } from "@first-bounce/rules/cup/cup";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { findRound, hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { StandingsView } from "../../standings/standings-view.ts";
import { ensureTeam, findTeamOfUser } from "../../team/team-queries.ts";
import { listTeamOwners } from "../members/team-owners.ts";
import { MAX_PAGE_ROWS, type Paging } from "../service.ts";
import { countEntries, deleteEntry, findEntry, insertEntry, listDrawnEntrants } from "./entry-queries.ts";
import {
	type CupMatchRow,
	type CupRoundRow,
	type CupRow,
	findCup,
	findRoundPoints,
	listCupRounds,
	listMatchesOfRound,
	listMatchesOfTeam,
	lockCup,
} from "./queries.ts";

export interface CupServices {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "current">;
	readonly clocks: Clocks;
	/** The standings to date. */
	readonly view: () => StandingsView;
}

const getStartId = (season: SeasonSnapshot, row: CupRow | undefined): RoundId | null =>
	row?.start_id ?? season.rules.cup.startRound;

const hasCupStarted = (season: SeasonSnapshot, startId: RoundId, now: number): boolean => {
	const start = findRound(season.rounds, startId);
	return start === undefined || hasRoundStarted(start, now);
};

function getStatus(
	season: SeasonSnapshot,
	row: CupRow | undefined,
	rounds: readonly CupRoundRow[],
	now: number,
): Cup["status"] {
	const startId = getStartId(season, row) ?? 0;
	if (!row?.drawn_at) {
		const isStartRoundComplete = season.rounds.some(({ id, status }) => id === startId && status === "complete");
		if (isStartRoundComplete) return "cancelled";
		return hasCupStarted(season, startId, now) ? "playing" : "open";
	}
	if (row.entrants < 2) return "cancelled";
	const last = rounds.at(-1);
	return last?.matches === 1 && last.is_decided ? "complete" : "playing";
}

/** Gets a team's points in a cup round: live during the round, then as published. */
function getPoints(view: StandingsView, roundId: RoundId, teamId: TeamId | null, published: number | null) {
	if (teamId === null) return null;
	return view.isLive && view.roundId === roundId ? (view.getPoints(teamId) ?? 0) : published;
}

interface Viewer {
	readonly teamId: TeamId | null;
	readonly hasEntered: boolean;
	readonly isInDraw: boolean;
}

async function findViewer(db: Db, seasonId: number, userId: UserId | null): Promise<Viewer> {
	const team = userId === null ? undefined : await findTeamOfUser(db, seasonId, userId);
	if (!team) return { teamId: null, hasEntered: false, isInDraw: false };
	return { teamId: team.id, ...(await findEntry(db, seasonId, team.id)) };
}

/** Builds the step of a team's path for the qualifying round; null if the cup has none. */
async function buildQualifyingStep(
	{ db, view }: CupServices,
	row: CupRow,
	teamId: TeamId,
	{ hasQualified, isDecided }: { readonly hasQualified: boolean; readonly isDecided: boolean },
): Promise<Cup["path"][number] | null> {
	if (row.qualifiers === null || row.start_id === null) return null;
	const roundId = row.start_id;
	const outcome = hasQualified ? "through" : "out";
	const published = await findRoundPoints(db, { seasonId: row.season_id, roundId, teamId });
	return {
		roundId,
		stage: "qualifying",
		points: getPoints(view(), roundId, teamId, isDecided ? (published ?? 0) : null),
		opponent: null,
		opponentPoints: null,
		isBye: false,
		outcome: isDecided ? outcome : null,
	};
}

function getOutcome({ is_decided, winner }: CupMatchRow, teamId: TeamId, stage: string) {
	if (!is_decided) return null;
	if (winner !== teamId) return "out";
	return stage === "final" ? "won" : "through";
}

async function buildPath(
	services: CupServices,
	row: CupRow,
	rounds: readonly CupRoundRow[],
	{ teamId, userId }: { readonly teamId: TeamId; readonly userId: UserId | null },
): Promise<Cup["path"]> {
	const { db, view } = services;
	const matches = await listMatchesOfTeam(db, row.season_id, teamId);
	const opponentIds = matches.flatMap(({ home, away }) => (home === teamId ? away : home) ?? []);
	const owners = await listTeamOwners(db, opponentIds, userId);
	const steps = matches.map((match): Cup["path"][number] => {
		const isHome = match.home === teamId;
		const opponentId = isHome ? match.away : match.home;
		const stage = getCupStage(rounds.find(({ round_id }) => round_id === match.round_id)?.matches ?? 0);
		return {
			roundId: match.round_id,
			stage,
			points: getPoints(view(), match.round_id, teamId, isHome ? match.home_points : match.away_points),
			opponent: (opponentId !== null && owners.get(opponentId)) || null,
			opponentPoints: getPoints(view(), match.round_id, opponentId, isHome ? match.away_points : match.home_points),
			isBye: opponentId === null,
			outcome: getOutcome(match, teamId, stage),
		};
	});
	const qualification = { hasQualified: matches.length > 0, isDecided: rounds.length > 0 };
	const qualifying = await buildQualifyingStep(services, row, teamId, qualification);
	return qualifying ? [qualifying, ...steps] : steps;
}

/** Builds what is public of a draw's inputs: nothing but the hash until the draw. */
function buildDraw(row: CupRow | undefined): NonNullable<Cup["draw"]> | null {
	if (!row?.seed_hash || (row.drawn_at !== null && row.moment === null)) return null;
	const isDrawn = row.moment !== null;
	return { seedHash: row.seed_hash, seed: isDrawn ? row.secret_seed : null, moment: row.moment };
}

/** Gets the season's cup with the viewer's own path through it; null in a season without a cup. */
export async function getCup(services: CupServices, userId: UserId | null): Promise<Cup | null> {
	const { db, seasons, clocks } = services;
	const season = seasons.current();
	const row = await findCup(db, season.seasonId);
	const startId = getStartId(season, row);
	if (startId === null) return null;
	const rounds = await listCupRounds(db, season.seasonId);
	const viewer = await findViewer(db, season.seasonId, userId);
	const status = getStatus(season, row, rounds, clocks.seasonNow());
	const winnerId = status === "complete" ? (rounds.at(-1)?.first_winner ?? null) : null;
	const { teamId, hasEntered, isInDraw } = viewer;
	const isDrawn = row !== undefined && row.drawn_at !== null;
	const qualifying =
		isDrawn && row.qualifiers !== null
			? [{ roundId: startId, stage: "qualifying" as const, matches: 0, isDecided: rounds.length > 0 }]
			: [];
	return {
		startId,
		status,
		entrants: isDrawn ? row.entrants : await countEntries(db, season.seasonId),
		qualifiers: row?.qualifiers ?? null,
		isEntered: hasEntered,
		rounds: [
			...qualifying,
			...rounds.map(({ round_id, matches, is_decided }) => {
				return { roundId: round_id, stage: getCupStage(matches), matches, isDecided: is_decided };
			}),
		],
		path: isDrawn && isInDraw && teamId !== null ? await buildPath(services, row, rounds, { teamId, userId }) : [],
		winner: winnerId === null ? null : ((await listTeamOwners(db, [winnerId], userId)).get(winnerId) ?? null),
		draw: buildDraw(row),
	};
}

/** Gets all values that decide the cup's draw. */
export async function getCupDrawInputs({ db, seasons }: CupServices): Promise<SuccessOf<typeof showCupDrawInputs>> {
	const season = seasons.current();
	const row = await findCup(db, season.seasonId);
	const draw = getStartId(season, row) === null ? null : buildDraw(row);
	return { inputs: draw && { ...draw, entrants: await listDrawnEntrants(db, season.seasonId) } };
}

export async function getCupDraw(
	{ db, seasons, view }: CupServices,
	userId: UserId | null,
	{ roundId, page, limit }: Paging & { readonly roundId: RoundId },
): Promise<SuccessOf<typeof showCupDraw>> {
	const { seasonId } = seasons.current();
	const total = (await listCupRounds(db, seasonId)).find(({ round_id }) => round_id === roundId)?.matches ?? 0;
	const pageSize = Math.min(limit, MAX_PAGE_ROWS);
	const matches = await listMatchesOfRound(db, seasonId, roundId, { limit: pageSize, offset: (page - 1) * pageSize });
	const teamIds = matches.flatMap(({ home, away }) => [home, away].filter((teamId) => teamId !== null));
	const owners = await listTeamOwners(db, teamIds, userId);
	const findTeam = (teamId: TeamId | null) => (teamId === null ? null : (owners.get(teamId) ?? null));
	return {
		matches: matches.map((match) => ({
			place: match.place,
			home: findTeam(match.home),
			away: findTeam(match.away),
			homePoints: getPoints(view(), roundId, match.home, match.home_points),
			awayPoints: getPoints(view(), roundId, match.away, match.away_points),
			winnerTeamId: match.winner,
		})),
		nextPage: page * pageSize < total ? page + 1 : null,
		total,
	};
}

/** Enters the user's team into the cup, or withdraws it. Refused once the cup's first round has started. */
export async function changeEntry({ db, seasons, clocks }: CupServices, userId: UserId, change: "enter" | "withdraw") {
	const season = seasons.current();
	await db.transaction().execute(async (trx) => {
		if (season.rules.cup.startRound === null) throw refuse(404, "cup-unknown");
		const cup = await lockCup(trx, season.seasonId, { isExclusive: false });
		if (cup.drawn_at || hasCupStarted(season, season.rules.cup.startRound, clocks.seasonNow()))
			throw refuse(409, "cup-started");
		const teamId = await ensureTeam(trx, season.seasonId, userId);
		if (change === "enter") await insertEntry(trx, season.seasonId, teamId, new Date(clocks.wallNow()));
		else await deleteEntry(trx, season.seasonId, teamId);
	});
}
