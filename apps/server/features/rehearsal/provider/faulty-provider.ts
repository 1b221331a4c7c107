import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { MatchId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Match } from "@first-bounce/rules/round/round";
import type { SeasonData } from "../../seasons/import/files/season-data.ts";
import type { SimulatorPayload } from "../../stats-providers/simulator/payload.ts";
import type { PlayedSeason } from "../../stats-providers/simulator/simulator-feed.ts";
import type { MatchFault, RequestFaultKind } from "../faults.ts";
import { type ProviderIds, startPlayedSeasonApi } from "./afl-api-season.ts";
import type { AflAnswer } from "./afl-api-server.ts";

type AnswerFaultKind = Exclude<RequestFaultKind, "token-refused">;

/** What the provider answers instead of the right body. */
export const ANSWER_FAULTS: Readonly<Record<AnswerFaultKind, (body: string) => AflAnswer>> = {
	"no-answer": () => ({ noResponse: true }),
	"too-many-requests": () => ({ status: 429, headers: { "retry-after": "0" } }),
	"server-error": () => ({ status: 503 }),
	html: () => ({ body: "<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>" }),
	"cut-off": (body) => ({ cutOff: body }),
};

/** The time after its start when a match is called off. */
export const ABANDONED_AFTER_MS = 45 * MINUTE_MS;
/** A match has wrong numbers from this time after its start … */
const WRONG_FROM_MS = 40 * MINUTE_MS;
/** … until this one. */
export const WRONG_UNTIL_MS = 90 * MINUTE_MS;
export const UNKNOWN_PLAYER = "CD_I99999999";
/** An id that no player of the season has. */
const UNKNOWN_PLAYER_ID = 99_999_999;

export interface ProviderSeason {
	readonly season: SeasonData;
	readonly played: PlayedSeason;
	readonly faults: readonly MatchFault[];
	/** The season's matches with their current starts. */
	readonly listMatches: () => readonly Match[];
	readonly seasonNow: () => SeasonTime;
}

type Stats = Extract<SimulatorPayload, { kind: "match-stats" }>;
type PlayerEntry = Stats["players"][number];

function buildProviderIds({ squads, players, matches }: SeasonData): ProviderIds {
	const indexByProviderId = (rows: readonly { readonly id: number; readonly providerId?: string | null }[]) =>
		new Map(rows.map(({ id, providerId }) => [id, providerId]));
	const [squadIds, playerIds, matchIds] = [
		indexByProviderId(squads),
		indexByProviderId(players),
		indexByProviderId(matches),
	];
	return {
		formatSquad: (id) => squadIds.get(id) ?? `CD_T${id}`,
		formatPlayer: (id) => (id === UNKNOWN_PLAYER_ID ? UNKNOWN_PLAYER : (playerIds.get(id) ?? `CD_I${id}`)),
		formatMatch: (id) => matchIds.get(id) ?? `CD_M${id}`,
	};
}

const changeKicks = (players: readonly PlayerEntry[], playerId: number, change: (kicks: number) => number) =>
	players.map((entry) =>
		entry.player === playerId ? { ...entry, stats: { ...entry.stats, K: change(entry.stats.K) } } : entry,
	);

/** Applies one fault to the stats of its match. `elapsed` is the time since the start. */
function applyFault(stats: Stats, { kind, playerId }: MatchFault, elapsed: number, isCorrected: boolean): Stats {
	const { players } = stats;
	const isWrongNow = elapsed >= WRONG_FROM_MS && elapsed < WRONG_UNTIL_MS;
	if (kind === "temporary-miscount" && isWrongNow)
		return { ...stats, players: changeKicks(players, playerId, (kicks) => kicks + 3) };
	if (kind === "left-out-player" && isWrongNow)
		return { ...stats, players: players.filter(({ player }) => player !== playerId) };
	if (kind === "unknown-player" && isWrongNow) {
		const copied = players.find(({ player }) => player === playerId);
		return copied ? { ...stats, players: players.concat({ ...copied, player: UNKNOWN_PLAYER_ID }) } : stats;
	}
	if (kind === "impossible-numbers" && stats.status === "complete" && !isCorrected)
		return { ...stats, players: changeKicks(players, playerId, () => 300) };
	if (kind === "late-correction" && isCorrected)
		return { ...stats, players: changeKicks(players, playerId, (kicks) => kicks + 1) };
	return stats;
}

/** Starts the provider. Its responses depend on the season time. */
export async function startFaultyProvider({ season, played, faults, listMatches, seasonNow }: ProviderSeason) {
	const correctedRounds = new Set<RoundId>();
	const waitingFaults: AnswerFaultKind[] = [];
	let isRefusingTokens = false;
	const faultsByMatch = Map.groupBy(faults, ({ matchId }) => matchId);
	const getStart = (matchId: MatchId): SeasonTime => listMatches().find(({ id }) => id === matchId)?.startsAt ?? 0;
	const getAbandonment = (matchId: MatchId): SeasonTime =>
		(faultsByMatch.get(matchId) ?? []).some(({ kind }) => kind === "abandoned")
			? getStart(matchId) + ABANDONED_AFTER_MS
			: Number.POSITIVE_INFINITY;

	const api = await startPlayedSeasonApi(
		{ ...played, matches: season.matches, footballers: season.players },
		{
			seasonNow,
			replaceAnswer: (_, body) => {
				const kind = waitingFaults.shift();
				return kind ? ANSWER_FAULTS[kind](body) : { body };
			},
			ids: buildProviderIds(season),
			listMatches,
			getMatchTime: (matchId, at) => Math.min(at, getAbandonment(matchId)),
			findStatus: (matchId, at) => (at >= getAbandonment(matchId) ? "CANCELLED" : null),
			changePayload: (payload, at) =>
				payload.kind === "match-stats"
					? (faultsByMatch.get(payload.match) ?? []).reduce(
							(stats, fault) =>
								applyFault(stats, fault, at - getStart(stats.match), correctedRounds.has(fault.roundId)),
							payload,
						)
					: payload,
		},
	);
	return {
		url: api.url,
		/** Makes the next request fail in this way. A token is refused until `acceptTokens` is called. */
		injectFault: (kind: RequestFaultKind) => {
			if (kind !== "token-refused") waitingFaults.push(kind);
			else {
				isRefusingTokens = true;
				api.expireTokens();
				api.refuseTokens(403);
			}
		},
		/** Whether an injected fault has not happened yet, or the token is refused. */
		hasFault: () => waitingFaults.length > 0 || isRefusingTokens,
		/** Ends the refusal of tokens. */
		acceptTokens: () => {
			isRefusingTokens = false;
			api.refuseTokens(null);
		},
		/** Whether a match has been called off by this season time. */
		isCalledOff: (matchId: MatchId, at: SeasonTime) => at >= getAbandonment(matchId),
		/** Makes the provider return correct stats for a round from then on. */
		correctRound: (roundId: RoundId) => void correctedRounds.add(roundId),
		close: api.close,
	};
}

/** A stats provider on this machine that answers like the official API, with faults. */
export type FaultyProvider = Awaited<ReturnType<typeof startFaultyProvider>>;
