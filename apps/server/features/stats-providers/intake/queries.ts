import { createHash } from "node:crypto";
import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { RoundStatus } from "@first-bounce/rules/round/round";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { sql } from "kysely";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";
import { buildStatLine, completeStatLine } from "../../seasons/current/stat-line.ts";
import type { FeedPayload, MatchReport } from "../feed.ts";
import type { StoredMatch } from "./check-report.ts";
import type { PayloadOrder } from "./payload-order-queries.ts";
import type { Verdict } from "./verdict-queries.ts";

export interface StoredPayload {
	readonly id: number;
	/** Season time at which it was first received. */
	readonly receivedAt: Date;
	readonly verdict: Verdict;
	readonly problems: readonly string[];
	/** How many further problems an earlier payload about the same subject has. */
	readonly repeatedProblems: number;
}

/**
 * Saves a payload with its hash, unless it equals the last one about the same subject. If the provider returns to an
 * earlier response, it is saved again, because the order of payloads matters.
 */
export async function savePayload(
	db: Db,
	seasonId: number,
	payload: FeedPayload,
	receivedAt: { readonly wall: number; readonly season: number },
): Promise<StoredPayload> {
	const body = Buffer.from(payload.body);
	const { source, kind, subject } = payload;
	const sha256 = createHash("sha256").update(body).digest();
	const last = await db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.where("source", "=", source)
		.where("kind", "=", kind)
		.where("subject", "=", subject)
		.select([
			"id",
			"verdict",
			"faults as problems",
			"repeated_faults as repeatedProblems",
			"sha256",
			"season_at as receivedAt",
		])
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	if (last?.sha256.equals(sha256)) return last;
	return db
		.insertInto("feed_payloads")
		.values({
			season_id: seasonId,
			source,
			kind,
			subject,
			sha256,
			body,
			received_at: new Date(receivedAt.wall),
			season_at: new Date(receivedAt.season),
		})
		.returning([
			"id",
			"verdict",
			"faults as problems",
			"repeated_faults as repeatedProblems",
			"season_at as receivedAt",
		])
		.executeTakeFirstOrThrow();
}

/**
 * Records the published matches for which a payload arrived too late. Does nothing for a payload that was applied before
 * and is only checked again.
 */
export const savePublishedMatches = (db: Db, id: number, matches: readonly MatchId[]) =>
	db
		.updateTable("feed_payloads")
		.set({ published_matches: [...matches] })
		.where("id", "=", id)
		.where("verdict", "in", ["received", "quarantined"])
		.execute();

/** Lists payloads that are saved but not processed, because the server stopped or they were reopened. */
export const listPendingPayloads = (db: Db, seasonId: number, source: string) =>
	db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.where("source", "=", source)
		.where("verdict", "=", "received")
		.select(["id", "source", "kind", "subject", "body", "season_at as receivedAt"])
		.select(["verdict", "faults as problems", "repeated_faults as repeatedProblems"])
		.orderBy("id")
		.execute();

/** Finds a match and locks its row until the transaction ends; undefined for an unknown id. */
export async function lockMatch(
	trx: Db,
	seasonId: number,
	matchId: MatchId,
): Promise<(StoredMatch & PayloadOrder & { readonly roundId: number }) | undefined> {
	const row = await trx
		.selectFrom("matches as m")
		.innerJoin("rounds as r", (join) => join.onRef("r.season_id", "=", "m.season_id").onRef("r.id", "=", "m.round_id"))
		.where("m.season_id", "=", seasonId)
		.where("m.id", "=", matchId)
		.select(["m.home_squad_id", "m.away_squad_id", "m.status", "m.minutes", "m.stats_as_of", "m.round_id"])
		.select(["m.starts_at", "r.status as round_status", "m.lines_from_payload", "m.state_from_payload"])
		.select(["m.home_score", "m.away_score"])
		.forUpdate("m")
		.executeTakeFirst();
	if (!row) return undefined;
	const lines = await trx
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.selectAll()
		.execute();
	return {
		squads: [row.home_squad_id, row.away_squad_id],
		status: row.status,
		startsAt: row.starts_at.getTime(),
		minutes: row.minutes,
		asOf: row.stats_as_of?.getTime() ?? null,
		linesFrom: row.lines_from_payload,
		stateFrom: row.state_from_payload,
		roundId: row.round_id,
		roundStatus: row.round_status,
		score: { home: row.home_score, away: row.away_score },
		lines: new Map(lines.map((line) => [line.player_id, buildStatLine(line)])),
		squadByPlayer: new Map(lines.map(({ player_id, squad_id }) => [player_id, squad_id])),
	};
}

export interface Correction {
	readonly playerId: PlayerId;
	/** Null if she did not play. */
	readonly stats: StatLine | null;
}

export async function listCorrections(trx: Db, seasonId: number, matchId: MatchId): Promise<Correction[]> {
	const rows = await trx
		.selectFrom("stat_corrections")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.select(["player_id", "stats"])
		.orderBy("player_id")
		.execute();
	return rows.map(({ player_id, stats }) => ({ playerId: player_id, stats: completeStatLine(stats) }));
}

/** Finds a payload of the season and locks its row; undefined for an unknown id. */
export const lockPayload = (trx: Db, seasonId: number, id: number) =>
	trx
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.where("id", "=", id)
		.selectAll()
		.forUpdate()
		.executeTakeFirst();

/** Whether a later payload about the same subject has been applied. */
export async function isSuperseded(
	trx: Db,
	payload: { readonly id: number; readonly season_id: number; readonly source: string } & Pick<
		FeedPayload,
		"kind" | "subject"
	>,
): Promise<boolean> {
	const later = await trx
		.selectFrom("feed_payloads")
		.where("season_id", "=", payload.season_id)
		.where("source", "=", payload.source)
		.where("kind", "=", payload.kind)
		.where("subject", "=", payload.subject)
		.where("id", ">", payload.id)
		.where("verdict", "in", ["applied", "unchanged"])
		.select("id")
		.limit(1)
		.executeTakeFirst();
	return later !== undefined;
}

/** Updates players' statuses for a round in one statement. Returns whether any changed. */
export async function updateStatuses(
	trx: Db,
	{ seasonId, roundId }: RoundKey,
	statuses: readonly { readonly playerId: PlayerId; readonly status: PlayerStatus }[],
): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`UPDATE players AS p SET status = n.status, status_round_id = ${roundId},
			status_note = CASE WHEN n.status IN ('playing', 'emergency') THEN '' ELSE p.status_note END
		FROM unnest(${statuses.map(({ playerId }) => playerId)}::int[], ${statuses.map(({ status }) => status)}::text[])
			AS n (id, status)
		WHERE p.season_id = ${seasonId} AND p.id = n.id
			AND (p.status <> n.status OR p.status_round_id IS DISTINCT FROM ${roundId})`.execute(trx);
	return numAffectedRows > 0n;
}

/**
 * Writes a report's status, clock, score and ids. Absent fields do not change. Returns whether the match changed.
 * `hasNewLines` is whether its stats have changed.
 */
export async function updateMatchState(
	trx: Db,
	seasonId: number,
	report: Omit<MatchReport, "status"> & { readonly status: RoundStatus },
	{ at, hasNewLines }: { readonly at: Date; readonly hasNewLines: boolean },
): Promise<boolean> {
	const { status } = report;
	const values = {
		status,
		minutes: report.minutes,
		quarter: report.quarter,
		clock_seconds: report.clockSeconds,
		is_break: report.isBreak,
		home_score: report.homeScore,
		away_score: report.awayScore,
		provider_id: report.providerId,
		stats_as_of: report.asOf === undefined ? undefined : new Date(report.asOf),
	};
	const reported = Object.entries(values).filter(([, value]) => value !== undefined);
	const { numUpdatedRows } = await trx
		.updateTable("matches")
		.set((eb) => ({
			...values,
			completed_at: status === "complete" ? eb.fn.coalesce("completed_at", eb.val(at)) : null,
			reported_at: at,
		}))
		.where("season_id", "=", seasonId)
		.where("id", "=", report.matchId)
		.where((eb) =>
			eb.or([
				eb.val(hasNewLines),
				...reported.map(([column, value]) => sql<boolean>`${sql.ref(column)} IS DISTINCT FROM ${value}`),
			]),
		)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
