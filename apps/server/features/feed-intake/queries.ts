import { createHash } from "node:crypto";
import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { FeedPayload } from "../../feeds/feed.ts";
import { statLineOf } from "../season/stat-line.ts";
import type { ReportedLine, StandingMatch } from "./check-report.ts";

export interface KeptPayload {
	readonly id: number;
	readonly verdict: "received" | "applied" | "unchanged" | "quarantined" | "dismissed";
}

/** Keeps a payload as it came, with its hash; one that is here already is not kept twice (decisions §7). */
export async function keepPayload(
	db: Kysely<Tables>,
	seasonId: number,
	payload: FeedPayload,
	at: { readonly wall: number; readonly season: number },
): Promise<KeptPayload> {
	const body = Buffer.from(payload.body);
	const { source, kind, subject } = payload;
	const sha256 = createHash("sha256").update(body).digest();
	const kept = await db
		.insertInto("feed_payloads")
		.values({
			season_id: seasonId,
			source,
			kind,
			subject,
			received_at: new Date(at.wall),
			season_at: new Date(at.season),
			sha256,
			body,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning(["id", "verdict"])
		.executeTakeFirst();
	if (kept) return kept;
	return db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.where("source", "=", source)
		.where("kind", "=", kind)
		.where("subject", "=", subject)
		.where("sha256", "=", sha256)
		.select(["id", "verdict"])
		.executeTakeFirstOrThrow();
}

export const judgePayload = (
	db: Kysely<Tables>,
	id: number,
	verdict: KeptPayload["verdict"],
	faults: readonly string[],
) =>
	db
		.updateTable("feed_payloads")
		.set({ verdict, faults: JSON.stringify(faults) })
		.where("id", "=", id)
		.execute();

/** Payloads that were kept but never judged: the server went down in between. */
export const unjudgedPayloads = (db: Kysely<Tables>, seasonId: number, source: string) =>
	db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.where("source", "=", source)
		.where("verdict", "=", "received")
		.select(["id", "source", "kind", "subject", "body"])
		.orderBy("id")
		.execute();

/** A match as it stands, its row locked until the transaction ends; undefined for one that the season does not have. */
export async function standingMatch(
	transaction: Kysely<Tables>,
	seasonId: number,
	matchId: MatchId,
): Promise<(StandingMatch & { readonly roundId: number }) | undefined> {
	const row = await transaction
		.selectFrom("matches as m")
		.innerJoin("rounds as r", (join) => join.onRef("r.season_id", "=", "m.season_id").onRef("r.id", "=", "m.round_id"))
		.where("m.season_id", "=", seasonId)
		.where("m.id", "=", matchId)
		.select(["m.home_squad_id", "m.away_squad_id", "m.status", "m.minutes", "m.round_id", "r.status as round_status"])
		.forUpdate("m")
		.executeTakeFirst();
	if (!row) return undefined;
	const lines = await transaction
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.selectAll()
		.execute();
	return {
		squads: [row.home_squad_id, row.away_squad_id],
		status: row.status,
		minutes: row.minutes,
		roundId: row.round_id,
		roundStatus: row.round_status,
		lines: new Map(lines.map((line) => [line.player_id, statLineOf(line)])),
	};
}

/** Replaces a match's stat lines whole. */
export async function replaceLines(
	transaction: Kysely<Tables>,
	seasonId: number,
	matchId: MatchId,
	lines: readonly ReportedLine[],
): Promise<void> {
	await transaction
		.deleteFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.execute();
	if (lines.length === 0) return;
	const rows = lines.map(({ playerId, squadId, stats }) => ({
		season_id: seasonId,
		match_id: matchId,
		player_id: playerId,
		squad_id: squadId,
		kicks: stats.K,
		handballs: stats.H,
		marks: stats.M,
		tackles: stats.T,
		frees_for: stats.FF,
		frees_against: stats.FA,
		hitouts: stats.HO,
		goals: stats.G,
		behinds: stats.B,
		tog: stats.TOG,
		other: JSON.stringify(stats.other ?? {}),
	}));
	await transaction.insertInto("stat_lines").values(rows).execute();
}

/** Writes who is said to play, in one statement. Says whether anyone's status changed. */
export async function writeStatuses(
	transaction: Kysely<Tables>,
	seasonId: number,
	statuses: readonly { readonly playerId: PlayerId; readonly status: PlayerStatus }[],
): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`UPDATE players AS p SET status = n.status
		FROM unnest(${statuses.map(({ playerId }) => playerId)}::int[], ${statuses.map(({ status }) => status)}::text[])
			AS n (id, status)
		WHERE p.season_id = ${seasonId} AND p.id = n.id AND p.status <> n.status`.execute(transaction);
	return numAffectedRows > 0n;
}
