import type { MatchId, PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** What made a season's published results, besides its payloads, in the order in which it happened. */
export type SeasonEvent =
	| { readonly kind: "published"; readonly roundId: RoundId }
	| { readonly kind: "repriced"; readonly roundId: RoundId }
	| {
			readonly kind: "corrected";
			readonly matchId: MatchId;
			readonly lines: readonly { readonly playerId: PlayerId; readonly stats: StatLine | null }[];
	  };

const parseSubjectId = (subject: string): number => Number(subject.split(":").at(-1));

/** A match that an operator took back, after the payload of this id had come. */
export interface RevertedMatch {
	readonly matchId: MatchId;
	readonly afterPayload: number;
}

/** Of the audit, in the order in which it happened. */
export async function listRevertedMatches(db: Kysely<Tables>, seasonId: number): Promise<RevertedMatch[]> {
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

/** Of the audit, without corrections of a match that was taken back later; rounds that were published before there was one come first. */
export async function listSeasonEvents(db: Kysely<Tables>, seasonId: number): Promise<SeasonEvent[]> {
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
		const { lines } = after as { lines: { playerId: PlayerId; stats: StatLine | null }[] };
		return { kind: "corrected", matchId: parseSubjectId(subject), lines };
	});
	const known = new Set(events.flatMap((event) => (event.kind === "published" ? [event.roundId] : [])));
	const complete = await db
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.where("status", "=", "complete")
		.select("id")
		.orderBy("id")
		.execute();
	const before = complete
		.filter(({ id }) => !known.has(id))
		.map(({ id }): SeasonEvent => ({ kind: "published", roundId: id }));
	return [...before, ...events];
}
