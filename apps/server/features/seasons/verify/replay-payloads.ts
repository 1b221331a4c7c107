import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { revertMatch } from "../../match-day/match-changes/service.ts";
import type { FeedPayload } from "../../stats-providers/feed.ts";
import { applyReports } from "../../stats-providers/intake/apply-reports.ts";
import { createPayloadParser } from "../../stats-providers/season-feed.ts";
import { loadShownSeason } from "../current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../current/season-snapshot.ts";
import { listRevertedMatches } from "./season-events.ts";

const PAGE_SIZE = 200;

async function loadSeason(db: Kysely<Tables>): Promise<SeasonSnapshot> {
	const season = await loadShownSeason(db);
	if (!season) throw new Error("The copied season is not the current one");
	return season;
}

/** Payloads that counted, in the order in which they came. */
async function* countedPayloads(db: Kysely<Tables>, seasonId: number) {
	for (let after = 0; ; ) {
		const page = await db
			.selectFrom("feed_payloads")
			.where("season_id", "=", seasonId)
			.where("verdict", "in", ["applied", "unchanged"])
			.where("id", ">", after)
			.selectAll()
			.orderBy("id")
			.limit(PAGE_SIZE)
			.execute();
		yield* page;
		const last = page.at(-1);
		if (!last) return;
		after = last.id;
	}
}

/** Payloads that an operator answered for: judged as she judged them. */
async function listReleasedPayloads(db: Kysely<Tables>): Promise<ReadonlySet<number>> {
	const rows = await db.selectFrom("audit").where("action", "=", "payload-released").select("subject").execute();
	return new Set(rows.map(({ subject }) => Number(subject.split(":").at(-1))));
}

/** By payload: the players whose faulty lines in it an operator accepted. */
async function findAcceptedLines(db: Kysely<Tables>): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
	const rows = await db.selectFrom("audit").where("action", "=", "line-accepted").select("after").execute();
	const accepted = rows.map(({ after }) => after as { payloadId: number; playerId: number });
	const byPayload = Map.groupBy(accepted, ({ payloadId }) => payloadId);
	return new Map([...byPayload].map(([id, lines]) => [id, new Set(lines.map(({ playerId }) => playerId))]));
}

export interface ReplayCounts {
	readonly payloads: number;
	/** Payloads that counted when they came, and would not now. */
	readonly refused: readonly { readonly id: number; readonly faults: readonly string[] }[];
}

/** Takes a season's kept payloads into its copy by the same door as they came in. */
export async function replayPayloads(
	source: Kysely<Tables>,
	copy: Kysely<Tables>,
	seasonId: number,
): Promise<ReplayCounts> {
	const released = await listReleasedPayloads(source);
	let season = await loadSeason(copy);
	const read = createPayloadParser(() => season);
	const refused: { id: number; faults: readonly string[] }[] = [];
	let payloads = 0;
	const acceptedLines = await findAcceptedLines(source);
	const toTakeBack = await listRevertedMatches(source, seasonId);
	const takeBackBefore = async (payloadId: number) => {
		for (let next = toTakeBack[0]; next && next.afterPayload < payloadId; next = toTakeBack[0]) {
			toTakeBack.shift();
			await revertMatch(copy, seasonId, next.matchId);
		}
	};
	for await (const payload of countedPayloads(source, seasonId)) {
		payloads++;
		await takeBackBefore(payload.id);
		const reading = read(payload satisfies FeedPayload);
		if (!reading.ok) {
			refused.push({ id: payload.id, faults: reading.faults });
			continue;
		}
		const squadOf = (player: number) => season.players.get(player)?.squadId;
		const judged = {
			payloadId: payload.id,
			at: payload.season_at,
			receivedAt: payload.season_at,
			isReleased: released.has(payload.id),
			releasedPlayers: acceptedLines.get(payload.id) ?? new Set(),
		};
		// What came after a publication counts as the corrections that operators made of it.
		const inTime = reading.reports.filter(({ matchId }) => !payload.published_matches.includes(matchId));
		const told = { ...reading, reports: inTime };
		const { verdict, faults } = await applyReports(copy, { id: seasonId, squadOf }, told, judged);
		if (verdict === "quarantined") refused.push({ id: payload.id, faults });
		// Names that a round's payload gave to matches are what later ones are read by.
		if (payload.kind === "round") season = await loadSeason(copy);
	}
	await takeBackBefore(Number.POSITIVE_INFINITY);
	return { payloads, refused };
}
