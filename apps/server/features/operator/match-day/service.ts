import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	MatchDayMatch,
	MatchDaySide,
	previewAbandonment as previewCall,
	showMatchDay,
} from "@first-bounce/contract/operator/match-day";
import type { MatchId, RoundId, SquadId } from "@first-bounce/rules/ids";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import { findCurrentRound, hasMatchStarted, listSquadMatches } from "@first-bounce/rules/round/round";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { buildMatchEntry, getMatch } from "../season/matches.ts";
import type { OperatorServices } from "../services.ts";
import { countTeamsWith, findPayloadState, listMatchPayloads } from "./queries.ts";
import { computeSideTotals, computeUsualTotals, findSideWarnings } from "./side-totals.ts";

type MatchDay = SuccessOf<typeof showMatchDay>;
const formatInstant = (at: number | null | undefined): string | null => (at ? new Date(at).toISOString() : null);

/** Lists the complete matches of a club before this one, in order. */
const listEarlierMatches = ({ rounds }: SeasonSnapshot, match: SnapshotMatch, squadId: SquadId): SnapshotMatch[] =>
	rounds
		.flatMap(({ matches }) => matches)
		.filter(
			(candidate) =>
				candidate.status === "complete" &&
				!candidate.isAbandoned &&
				candidate.startsAt < match.startsAt &&
				(candidate.homeSquadId === squadId || candidate.awaySquadId === squadId),
		)
		.toSorted((a, b) => a.startsAt - b.startsAt);

/** Counts the players that a club has named for the current round; null if it has not named a team. */
export function countNamed(
	{ rounds, players }: SeasonSnapshot,
	{ roundId }: SnapshotMatch,
	squadId: SquadId,
): number | null {
	const round = findCurrentRound(rounds);
	if (round?.id !== roundId || round.status === "complete") return null;
	const named = [...players.values()].filter(
		(player) => player.squadId === squadId && player.availability.selection === "named",
	);
	return named.length === 0 ? null : named.length;
}

function buildSide(season: SeasonSnapshot, match: SnapshotMatch, squadId: SquadId): MatchDaySide {
	const { rules } = season;
	const earlier = listEarlierMatches(season, match, squadId);
	const last = earlier.at(-1);
	const side = {
		squadId,
		...computeSideTotals(match, squadId, rules),
		named: countNamed(season, match, squadId),
		last: last ? { roundId: last.roundId, ...computeSideTotals(last, squadId, rules) } : null,
		usual: computeUsualTotals(earlier.map((earlierMatch) => computeSideTotals(earlierMatch, squadId, rules))),
	};
	return { ...side, warnings: findSideWarnings(match, side) };
}

function getRound({ rounds }: SeasonSnapshot, roundId: RoundId): SnapshotRound {
	const round = rounds.find(({ id }) => id === roundId);
	if (!round) throw refuse(404, "round-unknown");
	return round;
}

const listSubjects = ({ id, providerId }: SnapshotMatch): string[] =>
	providerId === null ? [String(id)] : [providerId, String(id)];

/** Gets a round's matches with the state of their feed and both clubs' figures. */
export async function getMatchDay(services: OperatorServices, roundId: RoundId): Promise<MatchDay> {
	const { db, seasons, clocks, feedHealth } = services;
	const season = seasons.current();
	const round = getRound(season, roundId);
	const polled = feedHealth();
	const payloads = await listMatchPayloads(db, season.seasonId, round.matches.flatMap(listSubjects));
	const { quarantined } = await findPayloadState(db, season.seasonId);
	const buildFeed = (match: SnapshotMatch): MatchDayMatch["feed"] => {
		const received = listSubjects(match).flatMap((subject) => payloads.get(subject) ?? []);
		const health = match.providerId === null ? undefined : polled?.health.matches?.get(match.providerId);
		const shownHealth = health ?? polled?.health;
		const last = Math.max(0, ...received.map((source) => source.last?.getTime() ?? 0));
		return {
			lastResponseAt: formatInstant(shownHealth?.lastResponseAt),
			lastFault: shownHealth?.lastFault ?? null,
			lastDataAt: formatInstant(last),
			quarantined: received.reduce((sum, source) => sum + source.quarantined, 0),
		};
	};
	return {
		roundId,
		at: new Date(clocks.wallNow()).toISOString(),
		feed: polled && {
			source: polled.source,
			failures: polled.health.failures,
			lastFault: polled.health.lastFault,
			isRefused: polled.health.isRefused ?? false,
		},
		quarantined,
		matches: round.matches.map((match) => ({
			match: buildMatchEntry(match),
			feed: buildFeed(match),
			home: buildSide(season, match, match.homeSquadId),
			away: buildSide(season, match, match.awaySquadId),
		})),
	};
}

/** Whether a club has another match of the round, which its players may still play or have played. */
const hasOtherMatch = (round: SnapshotRound, match: SnapshotMatch, squadId: SquadId): boolean =>
	listSquadMatches(squadId, { matches: round.matches.filter(({ isAbandoned }) => !isAbandoned) }).some(
		({ id }) => id !== match.id,
	);

/** Previews what abandoning a match would do to scores (docs/game-rules.md#abandoned-and-moved-matches). */
export async function previewAbandonment(
	{ db, seasons, clocks }: OperatorServices,
	matchId: MatchId,
): Promise<SuccessOf<typeof previewCall>> {
	const season = seasons.current();
	const match = getMatch(season, matchId);
	const round = getRound(season, match.roundId);
	const withStats = new Set(match.lines.map(({ playerId }) => playerId));
	const squads = [match.homeSquadId, match.awaySquadId].filter((squadId) => !hasOtherMatch(round, match, squadId));
	const playerIds = [...season.players.values()]
		.filter(
			({ id, squadId, departedRound }) => squads.includes(squadId) && departedRound === null && !withStats.has(id),
		)
		.map(({ id }) => id);
	const { seasonId, rules } = season;
	const fieldSlots = listSlots(rules).filter(({ area }) => area === "field").length;
	const counted = await countTeamsWith(db, { seasonId, roundId: round.id, playerIds, fieldSlots });
	return {
		withStats: withStats.size,
		withoutStats: playerIds.length,
		...counted,
		openUntil: hasMatchStarted(match, clocks.seasonNow()) ? null : new Date(match.startsAt).toISOString(),
	};
}
