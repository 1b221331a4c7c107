import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { revertMatch } from "../../match-day/match-changes/service.ts";
import type { FeedPayload } from "../../stats-providers/feed.ts";
import { applyReports } from "../../stats-providers/intake/apply-reports.ts";
import { createPayloadParser } from "../../stats-providers/season-feed.ts";
import { loadShownSeason } from "../current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../current/season-snapshot.ts";
import { findAcceptedLines, listReleasedPayloads, listRevertedMatches, streamAppliedPayloads } from "./queries.ts";

async function loadSeason(db: Kysely<Tables>): Promise<SeasonSnapshot> {
	const season = await loadShownSeason(db);
	if (!season) throw new Error("The copied season is not the current one");
	return season;
}

export interface ReplayCounts {
	readonly payloads: number;
	/** Payloads that were applied originally but are refused now. */
	readonly refused: readonly { readonly id: number; readonly faults: readonly string[] }[];
}

type AppliedPayload = ReturnType<typeof streamAppliedPayloads> extends AsyncGenerator<infer Payload> ? Payload : never;
interface WaitingPayload {
	readonly payload: AppliedPayload;
	readonly faults: readonly string[];
}

/** Applies a season's stored payloads to its copy with the code that applied them originally. */
export async function replayPayloads(
	source: Kysely<Tables>,
	copy: Kysely<Tables>,
	seasonId: number,
): Promise<ReplayCounts> {
	const released = await listReleasedPayloads(source);
	let season = await loadSeason(copy);
	const parsePayload = createPayloadParser(() => season);
	let waiting: readonly WaitingPayload[] = [];
	let payloads = 0;
	const acceptedLines = await findAcceptedLines(source);
	const reverted = await listRevertedMatches(source, seasonId);
	const revertMatchesBefore = async (payloadId: number) => {
		for (let next = reverted[0]; next && next.afterPayload < payloadId; next = reverted[0]) {
			reverted.shift();
			await revertMatch(copy, seasonId, next.matchId);
		}
	};
	/** Applies a payload at a season time. Returns why it is refused; empty if it is not. */
	const apply = async (payload: AppliedPayload, at: Date): Promise<readonly string[]> => {
		const parsed = parsePayload(payload satisfies FeedPayload);
		if (!parsed.ok) return parsed.faults;
		const findSquadId = (player: number) => season.players.get(player)?.squadId;
		const verdictContext = {
			payloadId: payload.id,
			at,
			receivedAt: payload.season_at,
			isReleased: released.has(payload.id),
			releasedPlayers: acceptedLines.get(payload.id) ?? new Set(),
		};
		// Reports received after publication count only through operators' corrections, which are applied separately.
		const inTime = parsed.reports.filter(({ matchId }) => !payload.published_matches.includes(matchId));
		const inTimePayload = { ...parsed, reports: inTime };
		const squads = { id: seasonId, findSquadId, rules: season.rules };
		const { verdict, faults } = await applyReports(copy, squads, inTimePayload, verdictContext);
		// A round payload changes the matches that later payloads name.
		if (payload.kind === "round") season = await loadSeason(copy);
		return verdict === "quarantined" ? faults : [];
	};
	/** A payload that was refused when it came was applied once others had been, such as a match's end before its stats. */
	const applyWaiting = async (at: Date) => {
		const before = waiting;
		waiting = [];
		for (const { payload } of before) {
			const faults = await apply(payload, at);
			if (faults.length > 0) waiting = [...waiting, { payload, faults }];
		}
	};
	for await (const payload of streamAppliedPayloads(source, seasonId)) {
		payloads++;
		await revertMatchesBefore(payload.id);
		const faults = await apply(payload, payload.season_at);
		if (faults.length > 0) waiting = [...waiting, { payload, faults }];
		else await applyWaiting(payload.season_at);
	}
	await revertMatchesBefore(Number.POSITIVE_INFINITY);
	return { payloads, refused: waiting.map(({ payload: { id }, faults }) => ({ id, faults })) };
}
