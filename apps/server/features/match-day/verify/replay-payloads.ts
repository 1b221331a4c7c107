import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { ClubHistory } from "@first-bounce/rules/season-changes/clubs";
import type { Db } from "../../../db/tables/tables.ts";
import { requireCurrentSeason } from "../../seasons/current/require-season.ts";
import { type FeedPayload, formatSubjectKey } from "../../stats-providers/feed.ts";
import { applyReports } from "../../stats-providers/intake/apply-reports.ts";
import { createPayloadParser } from "../../stats-providers/season-feed.ts";
import { revertMatch } from "../match-changes/service.ts";
import {
	findAcceptedPlayers,
	listEarlierClubs,
	listReleasedPayloadIds,
	listRevertedMatches,
	streamAppliedPayloads,
} from "./queries.ts";

export interface ReplayCounts {
	readonly payloads: number;
	/** Payloads that were applied originally but are refused now. */
	readonly refused: readonly { readonly id: number; readonly problems: readonly string[] }[];
}

type AppliedPayload = ReturnType<typeof streamAppliedPayloads> extends AsyncGenerator<infer Payload> ? Payload : never;

/** A payload that was refused or applied only in part. */
interface IncompletePayload {
	readonly payload: AppliedPayload;
	readonly outcome: Outcome;
}

interface Outcome {
	/** Why it was refused, or what was left out of it. */
	readonly problems: readonly string[];
	readonly isRefused: boolean;
	readonly matchIds: readonly MatchId[];
}

/** Applies a season's stored payloads to its copy, with the same function as a live season (`applyReports`). */
export async function replayPayloads(source: Db, copy: Db, seasonId: number): Promise<ReplayCounts> {
	const releasedIds = await listReleasedPayloadIds(source);
	let season = await requireCurrentSeason(copy);
	const parsePayload = createPayloadParser(() => season);
	/** By subject, because a later payload replaces an earlier one. */
	const incompletePayloads = new Map<string, IncompletePayload>();
	let payloads = 0;
	const acceptedPlayers = await findAcceptedPlayers(source);
	const matchesToRevert = await listRevertedMatches(source, seasonId);
	const earlierClubs = (await listEarlierClubs(source, seasonId)).toReversed();
	/** The players with the clubs that they had when a payload was received. */
	const listPlayersAt = (payloadId: number): ReadonlyMap<PlayerId, ClubHistory> => {
		const changedLater = earlierClubs.filter(({ afterPayload }) => payloadId <= afterPayload);
		return new Map<PlayerId, ClubHistory>([
			...season.players,
			...changedLater.map(({ playerId, clubs }) => [playerId, clubs] as const),
		]);
	};
	const revertMatchesBefore = async (payloadId: number) => {
		for (;;) {
			const [next] = matchesToRevert;
			if (!next || next.afterPayload >= payloadId) return;
			matchesToRevert.shift();
			await revertMatch(copy, seasonId, next.matchId);
		}
	};
	const apply = async (payload: AppliedPayload, at: Date): Promise<Outcome> => {
		const parsed = parsePayload(payload satisfies FeedPayload);
		if (!parsed.ok) return { problems: parsed.problems, isRefused: true, matchIds: [] };
		const payloadContext = {
			payloadId: payload.id,
			at,
			receivedAt: payload.season_at,
			isReleased: releasedIds.has(payload.id),
			acceptedPlayers: acceptedPlayers.get(payload.id) ?? new Set(),
		};
		// Reports received after publication count only through operators' corrections, which are applied separately.
		const reports = parsed.reports.filter(({ matchId }) => !payload.published_matches.includes(matchId));
		const countedReports = { ...parsed, reports };
		const intakeSeason = { seasonId, players: listPlayersAt(payload.id), rules: season.rules };
		const { verdict, problems } = await copy
			.transaction()
			.execute((trx) => applyReports(trx, intakeSeason, countedReports, payloadContext));
		// A round payload changes the matches that later payloads refer to.
		if (payload.kind === "round") season = await requireCurrentSeason(copy);
		return { problems, isRefused: verdict === "quarantined", matchIds: reports.map(({ matchId }) => matchId) };
	};
	const applyAndRecord = async (payload: AppliedPayload, at: Date): Promise<Outcome> => {
		const outcome = await apply(payload, at);
		if (outcome.problems.length > 0) incompletePayloads.set(formatSubjectKey(payload), { payload, outcome });
		else incompletePayloads.delete(formatSubjectKey(payload));
		return outcome;
	};
	for await (const payload of streamAppliedPayloads(source, seasonId)) {
		payloads++;
		await revertMatchesBefore(payload.id);
		const { isRefused, matchIds } = await applyAndRecord(payload, payload.season_at);
		if (isRefused) continue;
		// What was left out before may now be possible, such as the end of a match that was reported before its stats.
		for (const { payload: earlier, outcome } of [...incompletePayloads.values()]) {
			const sharesMatch = earlier !== payload && outcome.matchIds.some((id) => matchIds.includes(id));
			if (sharesMatch) await applyAndRecord(earlier, payload.season_at);
		}
	}
	await revertMatchesBefore(Number.POSITIVE_INFINITY);
	const refused = [...incompletePayloads.values()].filter(({ outcome }) => outcome.isRefused);
	return { payloads, refused: refused.map(({ payload: { id }, outcome: { problems } }) => ({ id, problems })) };
}
