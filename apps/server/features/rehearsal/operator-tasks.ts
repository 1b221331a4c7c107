import type { MatchId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Db } from "../../db/tables/tables.ts";
import { formatCount } from "../../i18n/format-count.ts";
import type { AuditContext } from "../../plugins/audit.ts";
import { acceptLateCorrections, listLateCorrections } from "../match-day/corrections/accept-late-corrections.ts";
import type { SeasonEngine } from "../match-day/engine/season-engine.ts";
import { abandonMatch } from "../match-day/match-changes/service.ts";
import { holdRound, releaseRound } from "../match-day/rounds/hold-round.ts";
import { publishRound } from "../match-day/rounds/publish-round.ts";
import { getRoundPhase } from "../match-day/rounds/round-phase.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { dismissFaultyLine, listLineReviews } from "../stats-providers/intake/accept-faulty-lines.ts";
import { dismissPayload } from "../stats-providers/intake/release-payloads.ts";
import { createPayloadParser } from "../stats-providers/season-feed.ts";
import { listQuarantinedPayloads } from "./queries.ts";

/** Something that waits for an operator. */
export interface OperatorTask {
	/** Identifies the task. It changes if what has to be settled changes. */
	readonly key: string;
	/** Describes what happened, and where in the console it is settled. */
	readonly text: string;
	/** Settles it as most operators would. */
	readonly settle: () => Promise<void>;
}

export interface TaskContext {
	readonly db: Db;
	readonly pool: Pool;
	readonly engine: Pick<SeasonEngine, "seasons" | "clocks">;
	/** Whether the provider has called off a match. */
	readonly isCalledOff: (matchId: MatchId) => boolean;
}

const buildAudit = (reason: string): AuditContext => ({ actor: "rehearsal", reason });

export const formatMatch = ({ squads }: SeasonSnapshot, match: SnapshotMatch): string => {
	const getName = (id: number) => squads.find((squad) => squad.id === id)?.name ?? `squad ${id}`;
	return `${getName(match.homeSquadId)} – ${getName(match.awaySquadId)}`;
};

function getMatchWithRound({ rounds }: SeasonSnapshot, matchId: MatchId) {
	for (const round of rounds) {
		const match = round.matches.find(({ id }) => id === matchId);
		if (match) return { round, match };
	}
	throw new Error(`Match ${matchId} is not in the season`);
}

/** Lists everything that waits for an operator now, in the order in which it has to be settled. */
export async function listOperatorTasks(context: TaskContext): Promise<OperatorTask[]> {
	const season = context.engine.seasons.current();
	const groups = await Promise.all([
		listQuarantineTasks(context, season),
		listFaultyLineTasks(context, season),
		listLateCorrectionTasks(context, season),
	]);
	return [...listRoundTasks(context, season), ...groups.flat()];
}

function listRoundTasks(context: TaskContext, season: SeasonSnapshot): OperatorTask[] {
	const { db, engine, isCalledOff } = context;
	const round = season.rounds.find(({ status }) => status !== "complete");
	if (!round) return [];
	const now = engine.clocks.seasonNow();
	const calledOff = round.matches
		.filter(({ id, isAbandoned, startsAt }) => !isAbandoned && startsAt <= now && isCalledOff(id))
		.map((match) => ({
			key: `abandon ${match.id}`,
			text: `${formatMatch(season, match)} is called off. Match day: abandon the match`,
			settle: () => abandonMatch({ db }, match.id, buildAudit("Called off"), now),
		}));
	return [...calledOff, ...listPublicationTasks(context, season, round)];
}

function listPublicationTasks(
	{ db, pool, engine }: TaskContext,
	season: SeasonSnapshot,
	round: SnapshotRound,
): OperatorTask[] {
	const now = engine.clocks.seasonNow();
	if (getRoundPhase(round, season, now) !== "in-review") return [];
	const { seasonId } = season;
	const { id: roundId } = round;
	if (round.hold)
		return [
			{
				key: `release ${roundId} ${round.hold.since}`,
				text: `Round ${roundId} is held (${round.hold.reason}). Match day: release it`,
				settle: () => releaseRound({ db }, { seasonId, roundId }, buildAudit("Settled")),
			},
		];
	if (season.rules.finalAfterMinutes !== null) return [];
	return [
		{
			key: `publish ${roundId}`,
			text: `Round ${roundId} is over, and the season publishes nothing by itself. Prices: publish it`,
			settle: async () => void (await publishRound({ pool }, seasonId, roundId, now, buildAudit("Checked"))),
		},
	];
}

async function listQuarantineTasks({ db, engine }: TaskContext, { seasonId }: SeasonSnapshot): Promise<OperatorTask[]> {
	const { current } = engine.seasons;
	const intake = { db, clocks: engine.clocks, currentSeason: current, parse: createPayloadParser(current) };
	return (await listQuarantinedPayloads(db, seasonId)).map(({ id, kind, subject, problems }) => ({
		key: `payload ${id}`,
		text: `${kind} ${subject} is in quarantine: ${problems[0] ?? "unreadable"}. Feeds: release or dismiss it`,
		settle: async () => void (await dismissPayload(intake, id, buildAudit("Not usable"))),
	}));
}

async function listFaultyLineTasks({ db, engine }: TaskContext, season: SeasonSnapshot): Promise<OperatorTask[]> {
	const { seasonId } = season;
	const { faulty } = await listLineReviews(db, seasonId);
	return faulty.map(({ id, version, matchId, playerId, problems }) => {
		const { round } = getMatchWithRound(season, matchId);
		const roundKey = { seasonId, roundId: round.id };
		return {
			key: `line ${id} ${version}`,
			text: `${season.players.get(playerId)?.name ?? playerId}: ${problems[0] ?? "a faulty line"}. Hold round ${round.id}, then Corrections: dismiss or correct the line, and release the round`,
			settle: async () => {
				const isOpen = round.status !== "complete";
				if (isOpen && !round.hold)
					await holdRound({ db }, roundKey, buildAudit("A stat line cannot be right"), engine.clocks.seasonNow());
				await dismissFaultyLine(
					{ db, currentSeason: engine.seasons.current },
					{ id, version },
					buildAudit("Cannot be right"),
				);
				if (isOpen && !round.hold) await releaseRound({ db }, roundKey, buildAudit("The line is dismissed"));
			},
		};
	});
}

async function listLateCorrectionTasks({ db, pool }: TaskContext, season: SeasonSnapshot): Promise<OperatorTask[]> {
	const { seasonId } = season;
	const corrections = await listLateCorrections(db, seasonId);
	if (corrections.length === 0) return [];
	const lines = corrections.reduce((sum, correction) => sum + correction.lines.length, 0);
	const scores = corrections.filter(({ score }) => score !== null).length;
	const changes = [
		...(lines > 0 ? [formatCount(lines, "line")] : []),
		...(scores > 0 ? [formatCount(scores, "score")] : []),
	].join(" and ");
	const matches = corrections
		.map(({ matchId }) => formatMatch(season, getMatchWithRound(season, matchId).match))
		.join(", ");
	const seenVersions = corrections.map(({ matchId, version }) => ({ seasonId, matchId, version }));
	return [
		{
			key: `late ${seenVersions.map(({ matchId, version }) => `${matchId} ${version}`).join(" ")}`,
			text: `The provider has corrected ${changes} of a published round (${matches}). Corrections: accept or dismiss`,
			settle: async () => {
				await acceptLateCorrections({ db, pool }, seenVersions, buildAudit("Corrected by the provider"));
			},
		},
	];
}
