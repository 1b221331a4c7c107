import type { MatchId, PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { ClubHistory } from "@first-bounce/rules/season-changes/clubs";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { parseSubjectId } from "../../../plugins/audit.ts";
import { completeStatLine } from "../../seasons/current/stat-line.ts";

const PAGE_SIZE = 200;

/** What changed results besides payloads: a publication, new prices of a round, or an operator's correction. */
export type SeasonEvent =
	| { readonly kind: "published"; readonly roundId: RoundId }
	| { readonly kind: "repriced"; readonly roundId: RoundId }
	| {
			readonly kind: "corrected";
			readonly matchId: MatchId;
			readonly lines: readonly { readonly playerId: PlayerId; readonly stats: StatLine | null }[];
	  };

/**
 * Lists the matches that operators reverted to scheduled, in the order in which they were reverted. `afterPayload` is the id of
 * the last payload that had been received by then.
 */
export async function listRevertedMatches(db: Db, seasonId: number) {
	const rows = await db
		.selectFrom("audit")
		.where("action", "=", "match-state")
		.where(sql<boolean>`split_part(subject, ':', 2) = ${String(seasonId)}`)
		.where(sql<boolean>`after ->> 'status' = 'scheduled'`)
		.select(["subject", "after"])
		.orderBy("id")
		.execute();
	return rows.map(({ subject, after }) => {
		const { afterPayload } = after as { afterPayload: number };
		return { matchId: parseSubjectId(subject), afterPayload };
	});
}

/**
 * Lists the publications and corrections of the audit log in order, without corrections of matches that were reverted
 * later. Rounds published before the audit log existed come first.
 */
export async function listSeasonEvents(db: Db, seasonId: number): Promise<SeasonEvent[]> {
	const rows = await db
		.selectFrom("audit")
		.where("action", "in", ["round-published", "prices-rerun", "stats-corrected"])
		.where(sql<boolean>`split_part(subject, ':', 2) = ${String(seasonId)}`)
		.where(sql<boolean>`NOT (action = 'stats-corrected' AND EXISTS (SELECT FROM audit AS later
			WHERE later.id > audit.id AND later.action = 'match-state' AND later.subject = audit.subject
				AND later.after ->> 'status' = 'scheduled'))`)
		.select(["action", "subject", "after"])
		.orderBy("id")
		.execute();
	const events = rows.map(({ action, subject, after }): SeasonEvent => {
		if (action === "round-published") return { kind: "published", roundId: parseSubjectId(subject) };
		if (action === "prices-rerun") return { kind: "repriced", roundId: parseSubjectId(subject) };
		const { lines } = after as { lines: { playerId: PlayerId; stats: Partial<StatLine> | null }[] };
		return {
			kind: "corrected",
			matchId: parseSubjectId(subject),
			lines: lines.map(({ playerId, stats }) => ({ playerId, stats: completeStatLine(stats) })),
		};
	});
	const publishedRounds = new Set(events.flatMap((event) => (event.kind === "published" ? [event.roundId] : [])));
	const completeRounds = await db
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.where("status", "=", "complete")
		.select("id")
		.orderBy("id")
		.execute();
	const unrecordedEvents = completeRounds
		.filter(({ id }) => !publishedRounds.has(id))
		.map(({ id }): SeasonEvent => ({ kind: "published", roundId: id }));
	return [...unrecordedEvents, ...events];
}

/**
 * Lists the clubs that players had before operators changed them, in the order of the changes. The payloads up to `afterPayload`
 * were checked against them.
 */
export async function listEarlierClubs(db: Db, seasonId: number) {
	const rows = await db
		.selectFrom("audit")
		.where("action", "=", "player-changed")
		.where(sql<boolean>`split_part(subject, ':', 2) = ${String(seasonId)}`)
		.where(sql<boolean>`after ? 'afterPayload'`)
		.select(["subject", "before", "after"])
		.orderBy("id")
		.execute();
	return rows.map(({ subject, before, after }) => {
		const { afterPayload } = after as { afterPayload: number };
		return { playerId: parseSubjectId(subject), afterPayload, clubs: before as unknown as ClubHistory };
	});
}

/** Streams the applied payloads in the order of receipt. */
export async function* streamAppliedPayloads(db: Db, seasonId: number) {
	let lastId = 0;
	for (;;) {
		const page = await db
			.selectFrom("feed_payloads")
			.where("season_id", "=", seasonId)
			.where("verdict", "in", ["applied", "unchanged"])
			.where("id", ">", lastId)
			.selectAll()
			.orderBy("id")
			.limit(PAGE_SIZE)
			.execute();
		yield* page;
		const last = page.at(-1);
		if (!last) return;
		lastId = last.id;
	}
}

/** Lists the ids of quarantined payloads that an operator released. */
export async function listReleasedPayloadIds(db: Db): Promise<ReadonlySet<number>> {
	const rows = await db.selectFrom("audit").where("action", "=", "payload-released").select("subject").execute();
	return new Set(rows.map(({ subject }) => parseSubjectId(subject)));
}

/** Maps payloads to the players whose faulty lines in them an operator accepted. */
export async function findAcceptedPlayers(db: Db): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
	const rows = await db.selectFrom("audit").where("action", "=", "line-accepted").select("after").execute();
	const accepted = rows.map(({ after }) => after as { payloadId: number; playerId: number });
	const byPayload = Map.groupBy(accepted, ({ payloadId }) => payloadId);
	return new Map([...byPayload].map(([id, lines]) => [id, new Set(lines.map(({ playerId }) => playerId))]));
}

export const listStartedMatches = (db: Db, seasonId: number) =>
	db
		.selectFrom("matches")
		.where("season_id", "=", seasonId)
		.where("status", "<>", "scheduled")
		.select(["id", "status", "is_abandoned", "completed_at"])
		.execute();

/** Lists a match's stat lines, ready to be inserted elsewhere. */
export async function listMatchLines(db: Db, seasonId: number, matchId: MatchId) {
	const rows = await db
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.selectAll()
		.execute();
	return rows.map(({ other, ...row }) => ({ ...row, other: JSON.stringify(other) }));
}

export const createStatLines = (db: Db, lines: readonly Insertable<Tables["stat_lines"]>[]) =>
	db.insertInto("stat_lines").values(lines).execute();

export const saveMatchEnd = (
	db: Db,
	seasonId: number,
	matchId: MatchId,
	end: Pick<Updateable<Tables["matches"]>, "status" | "is_abandoned" | "completed_at">,
) => db.updateTable("matches").set(end).where("season_id", "=", seasonId).where("id", "=", matchId).execute();

export const findCurrentSeasonRound = (db: Db, roundId: RoundId) =>
	db
		.selectFrom("seasons as s")
		.innerJoin("rounds as r", "r.season_id", "s.id")
		.where("s.is_current", "=", true)
		.where("r.id", "=", roundId)
		.select(["s.id", "s.name", "r.status"])
		.executeTakeFirst();

/** The columns of published standings that a verification compares. */
export const STANDING_COLUMNS = [
	"points",
	"round_rank",
	"total_points",
	"highest_points",
	"overall_rank",
	"team_value",
];

/** Builds the queries of what a round's publication wrote. Each row is an id and its values. */
export function buildComparedQueries(seasonId: number, roundId: RoundId) {
	// The ids become part of the SQL text, because COPY takes no parameters.
	const [season, round] = [Number(seasonId), Number(roundId)];
	return {
		standings: `SELECT team_id, ${STANDING_COLUMNS.join(", ")} FROM standings WHERE season_id = ${season} AND round_id = ${round}`,
		prices: `SELECT player_id, price FROM player_prices WHERE season_id = ${season} AND round_id = ${round + 1}`,
		magicNumbers: `SELECT id, magic_number FROM rounds WHERE season_id = ${season} AND id <= ${round}`,
	};
}
