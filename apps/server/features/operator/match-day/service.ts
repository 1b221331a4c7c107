import type { SuccessOf } from "@first-bounce/contract/call";
import type { MatchDayMatch, MatchDaySide, showMatchDay } from "@first-bounce/contract/operator/match-day";
import type { MatchId, RoundId, SquadId } from "@first-bounce/rules/ids";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import { sum } from "@first-bounce/rules/numbers";
import { findCurrentRound, hasMatchStarted, listSquadMatches } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { requireMatch, requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { listListingProblems } from "../../stats-providers/intake/listing-queries.ts";
import { buildMatchEntry } from "../season/matches.ts";
import type { OperatorServices } from "../services.ts";
import { countTeamsWithPlayers, findPayloadState, listMatchPayloads } from "./queries.ts";
import { computeSideTotals, computeUsualTotals, findSideWarnings } from "./side-totals.ts";

type MatchDay = SuccessOf<typeof showMatchDay>;

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
export function countNamedPlayers({ rounds, players }: SeasonSnapshot, { roundId }: SnapshotMatch, squadId: SquadId) {
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
		named: countNamedPlayers(season, match, squadId),
		last: last ? { roundId: last.roundId, ...computeSideTotals(last, squadId, rules) } : null,
		usual: computeUsualTotals(earlier.map((earlierMatch) => computeSideTotals(earlierMatch, squadId, rules))),
	};
	return { ...side, warnings: findSideWarnings(match, side) };
}

const listSubjects = ({ id, providerId }: SnapshotMatch): string[] =>
	providerId === null ? [String(id)] : [providerId, String(id)];

/** Gets a round's matches with the state of their feed and both clubs' figures. */
export async function getMatchDay(services: OperatorServices, roundId: RoundId): Promise<MatchDay> {
	const { db, seasons, clocks, feedHealth } = services;
	const season = seasons.current();
	const round = requireRound(season, roundId);
	const polledFeed = feedHealth();
	const payloads = await listMatchPayloads(db, season.seasonId, round.matches.flatMap(listSubjects));
	const { quarantined } = await findPayloadState(db, season.seasonId);
	const listings = new Map(
		(await listListingProblems(db, season.seasonId)).map(({ matchId, kind, status, listedRound }) => [
			matchId,
			{ kind, status, roundId: listedRound },
		]),
	);
	const buildFeed = (match: SnapshotMatch): MatchDayMatch["feed"] => {
		const matchPayloads = listSubjects(match).flatMap((subject) => payloads.get(subject) ?? []);
		const matchHealth = match.providerId === null ? undefined : polledFeed?.health.matches?.get(match.providerId);
		const shownHealth = matchHealth ?? polledFeed?.health;
		const lastDataAt = Math.max(0, ...matchPayloads.map(({ lastReceivedAt }) => lastReceivedAt?.getTime() ?? 0));
		return {
			lastResponseAt: formatInstant(shownHealth?.lastResponseAt),
			lastFault: shownHealth?.lastFault ?? null,
			lastDataAt: formatInstant(lastDataAt || null),
			quarantined: sum(matchPayloads.map((payload) => payload.quarantined)),
		};
	};
	return {
		roundId,
		at: new Date(clocks.wallNow()).toISOString(),
		feed: polledFeed && {
			source: polledFeed.source,
			failures: polledFeed.health.failures,
			lastFault: polledFeed.health.lastFault,
			isRefused: polledFeed.health.isRefused ?? false,
		},
		quarantined,
		matches: round.matches.map((match) => ({
			match: buildMatchEntry(match),
			feed: buildFeed(match),
			listing: listings.get(match.id) ?? null,
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
export async function previewAbandonment({ db, seasons, clocks }: OperatorServices, matchId: MatchId) {
	const season = seasons.current();
	const match = requireMatch(season, matchId);
	const round = requireRound(season, match.roundId);
	const idsWithStats = new Set(match.lines.map(({ playerId }) => playerId));
	const squads = [match.homeSquadId, match.awaySquadId].filter((squadId) => !hasOtherMatch(round, match, squadId));
	const playerIds = [...season.players.values()]
		.filter(
			(player) =>
				squads.includes(getSquadInRound(player, round.id)) &&
				player.departedRound === null &&
				!idsWithStats.has(player.id),
		)
		.map(({ id }) => id);
	const { seasonId, rules } = season;
	const fieldSlots = listSlots(rules).filter(({ area }) => area === "field").length;
	const affectedTeams = await countTeamsWithPlayers(db, { seasonId, roundId: round.id, playerIds, fieldSlots });
	return {
		withStats: idsWithStats.size,
		withoutStats: playerIds.length,
		...affectedTeams,
		openUntil: hasMatchStarted(match, clocks.seasonNow()) ? null : new Date(match.startsAt).toISOString(),
	};
}
