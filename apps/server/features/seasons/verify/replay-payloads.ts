import type { MatchId } from "@first-bounce/rules/ids";
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
	readonly refused: readonly { readonly id: number; readonly problems: readonly string[] }[];
}

type AppliedPayload = ReturnType<typeof streamAppliedPayloads> extends AsyncGenerator<infer Payload> ? Payload : never;
/** A payload that was applied only in part. */
interface WaitingPayload {
	readonly payload: AppliedPayload;
	readonly outcome: Outcome;
}

interface Outcome {
	/** Why it was refused, or what was left out of it. */
	readonly problems: readonly string[];
	readonly isRefused: boolean;
	/** The matches that it reports. */
	readonly matchIds: readonly MatchId[];
}

const formatSubjectKey = ({ kind, subject }: AppliedPayload): string => `${kind} ${subject}`;

/** Applies a season's stored payloads to its copy with the code that applied them originally. */
export async function replayPayloads(
	source: Kysely<Tables>,
	copy: Kysely<Tables>,
	seasonId: number,
): Promise<ReplayCounts> {
	const released = await listReleasedPayloads(source);
	let season = await loadSeason(copy);
	const parsePayload = createPayloadParser(() => season);
	/** By subject, because a later payload replaces an earlier one. */
	const waitingPayloads = new Map<string, WaitingPayload>();
	let payloads = 0;
	const acceptedLines = await findAcceptedLines(source);
	const reverted = await listRevertedMatches(source, seasonId);
	const revertMatchesBefore = async (payloadId: number) => {
		for (let next = reverted[0]; next && next.afterPayload < payloadId; next = reverted[0]) {
			reverted.shift();
			await revertMatch(copy, seasonId, next.matchId);
		}
	};
	const apply = async (payload: AppliedPayload, at: Date): Promise<Outcome> => {
		const parsed = parsePayload(payload satisfies FeedPayload);
		if (!parsed.ok) return { problems: parsed.problems, isRefused: true, matchIds: [] };
		const findSquadId = (player: number) => season.players.get(player)?.squadId;
		const verdictContext = {
			payloadId: payload.id,
			at,
			receivedAt: payload.season_at,
			isReleased: released.has(payload.id),
			acceptedPlayers: acceptedLines.get(payload.id) ?? new Set(),
		};
		// Reports received after publication count only through operators' corrections, which are applied separately.
		const inTime = parsed.reports.filter(({ matchId }) => !payload.published_matches.includes(matchId));
		const inTimePayload = { ...parsed, reports: inTime };
		const squads = { id: seasonId, findSquadId, rules: season.rules };
		const { verdict, problems } = await applyReports(copy, squads, inTimePayload, verdictContext);
		// A round payload changes the matches that later payloads name.
		if (payload.kind === "round") season = await loadSeason(copy);
		return { problems, isRefused: verdict === "quarantined", matchIds: inTime.map(({ matchId }) => matchId) };
	};
	const applyOrWait = async (payload: AppliedPayload, at: Date): Promise<Outcome> => {
		const outcome = await apply(payload, at);
		if (outcome.problems.length > 0) waitingPayloads.set(formatSubjectKey(payload), { payload, outcome });
		else waitingPayloads.delete(formatSubjectKey(payload));
		return outcome;
	};
	for await (const payload of streamAppliedPayloads(source, seasonId)) {
		payloads++;
		await revertMatchesBefore(payload.id);
		const { isRefused, matchIds } = await applyOrWait(payload, payload.season_at);
		if (isRefused) continue;
		// Parts that were left out at first are applied after later payloads, such as a match's end that arrived before its
		// stats.
		for (const { payload: earlier, outcome } of [...waitingPayloads.values()]) {
			const isConcerned = earlier !== payload && outcome.matchIds.some((id) => matchIds.includes(id));
			if (isConcerned) await applyOrWait(earlier, payload.season_at);
		}
	}
	await revertMatchesBefore(Number.POSITIVE_INFINITY);
	const refused = [...waitingPayloads.values()].filter(({ outcome }) => outcome.isRefused);
	return { payloads, refused: refused.map(({ payload: { id }, outcome: { problems } }) => ({ id, problems })) };
}
