import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type {
	changeMatch as changeCall,
	listRounds as listCall,
	OperatorMatch,
	reviewPrices as reviewCall,
} from "@first-bounce/contract/operator/season";
import type { MatchId, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { rerunPrices as rerun, reviewPrices as review } from "../../match-day/corrections/rerun-prices.ts";
import { abandonMatch, moveMatch, reinstateMatch, rescheduleMatch } from "../../match-day/match-changes/service.ts";
import { holdRound as hold, releaseRound as release } from "../../match-day/rounds/hold-round.ts";
import { publishRound } from "../../match-day/rounds/publish-round.ts";
import { getPublicationTime, getRoundPhase } from "../../match-day/rounds/round-phase.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { AuditContext } from "../audit/audit.ts";
import type { OperatorServices } from "../services.ts";
import { setMatchState } from "./match-state.ts";

export const buildMatchEntry = (match: SnapshotMatch): OperatorMatch => ({
	id: match.id,
	roundId: match.roundId,
	homeSquadId: match.homeSquadId,
	awaySquadId: match.awaySquadId,
	startsAt: new Date(match.startsAt).toISOString(),
	venue: match.venue,
	status: match.status === "partial" ? "playing" : match.status,
	minutes: match.minutes,
	homeScore: match.homeScore,
	awayScore: match.awayScore,
	isAbandoned: match.isAbandoned,
});

export function getMatch(season: SeasonSnapshot, id: MatchId): SnapshotMatch {
	const match = season.rounds.flatMap(({ matches }) => matches).find((candidate) => candidate.id === id);
	if (!match) throw refuse(404, "match-unknown");
	return match;
}

export const getPlayerName = (season: SeasonSnapshot, id: PlayerId): string =>
	season.players.get(id)?.name ?? `player ${id}`;

/** When a round in review is published automatically; null in other phases, or if only an operator can publish it. */
export function findScheduledPublication(round: SnapshotRound, season: SeasonSnapshot): string | null {
	const isOver = round.status === "playing" && round.matches.every(({ status }) => status === "complete");
	const at = isOver ? getPublicationTime(round, season) : null;
	return at === null ? null : new Date(at).toISOString();
}

/** Lists the season's rounds for operators. */
export function listRounds({ seasons, clocks }: OperatorServices): SuccessOf<typeof listCall> {
	const season = seasons.current();
	const now = clocks.seasonNow();
	return {
		rounds: season.rounds.map((round) => ({
			id: round.id,
			phase: getRoundPhase(round, season, now),
			publishedAt: round.publishedAt === null ? null : new Date(round.publishedAt).toISOString(),
			publishesAt: findScheduledPublication(round, season),
			hold: round.hold && { since: new Date(round.hold.since).toISOString(), reason: round.hold.reason },
			magicNumber: round.magicNumber,
			matches: round.matches.map(buildMatchEntry),
		})),
	};
}

/** Applies one change to a match and returns the changed match. */
export async function changeMatch(
	services: OperatorServices,
	matchId: MatchId,
	change: BodyOf<typeof changeCall>["change"],
	audit: AuditContext,
): Promise<OperatorMatch> {
	const { db, seasons, clocks } = services;
	const now = clocks.seasonNow();
	if (change.do === "reschedule") {
		const venue = change.venue === undefined ? {} : { venue: change.venue };
		await rescheduleMatch({ db }, { matchId, startsAt: Date.parse(change.startsAt), ...venue }, audit, now);
	} else if (change.do === "move") {
		const { toRoundId, startsAt } = change;
		await moveMatch({ db }, { matchId, toRoundId, startsAt: Date.parse(startsAt) }, audit, now);
	} else if (change.do === "abandon") await abandonMatch({ db }, matchId, audit, now);
	else if (change.do === "reinstate") await reinstateMatch({ db }, matchId, audit);
	else await setMatchState(services, matchId, change, audit);
	return buildMatchEntry(getMatch(await seasons.refresh(), matchId));
}

/** Publishes a round in review before its scheduled time. */
export async function publishRoundNow(
	{ pool, seasons, clocks }: OperatorServices,
	roundId: RoundId,
	audit: AuditContext,
) {
	const season = seasons.current();
	const now = clocks.seasonNow();
	const round = season.rounds.find(({ id }) => id === roundId);
	if (!round) throw refuse(404, "round-unknown");
	const phase = getRoundPhase(round, season, now);
	if (phase !== "in-review" && phase !== "to-publish") throw refuse(409, "round-not-in-review", { round: roundId });
	const published = await publishRound({ pool }, season.seasonId, roundId, now, audit);
	await seasons.refresh();
	if (!published) throw refuse(409, "round-not-in-review", { round: roundId });
}

/** Holds a round back from automatic publication. */
export async function holdRound(
	{ db, seasons, clocks }: OperatorServices,
	roundId: RoundId,
	audit: AuditContext,
): Promise<void> {
	const { seasonId } = seasons.current();
	await hold({ db }, { seasonId, roundId }, audit, clocks.seasonNow());
	await seasons.refresh();
}

/** Releases a held round. */
export async function releaseRound(
	{ db, seasons }: OperatorServices,
	roundId: RoundId,
	audit: AuditContext,
): Promise<void> {
	const { seasonId } = seasons.current();
	await release({ db }, { seasonId, roundId }, audit);
	await seasons.refresh();
}

/** Computes the prices that publishing the round, or recomputing its prices, would set. */
export function reviewPrices({ seasons }: OperatorServices, roundId: RoundId): SuccessOf<typeof reviewCall> {
	const season = seasons.current();
	const { changes, ...rest } = review(season, roundId);
	return { ...rest, changes: changes.map((change) => ({ ...change, name: getPlayerName(season, change.playerId) })) };
}

export async function rerunPrices({ pool, seasons, clocks }: OperatorServices, roundId: RoundId, audit: AuditContext) {
	const { changes, magicNumber } = await rerun({ pool }, roundId, audit, clocks.seasonNow());
	await seasons.refresh();
	return { changed: changes.length, magicNumber };
}
