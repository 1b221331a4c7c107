import { DAY_MS, HOUR_MS } from "@first-bounce/rules/durations";
import type { MatchId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { Match } from "@first-bounce/rules/round/round";
import type { MatchLine } from "../../seasons/current/season-snapshot.ts";
import type { ClubTeam } from "../../seasons/generator/club-teams.ts";
import type { GeneratedSeason } from "../../seasons/generator/generate-season.ts";
import { computeScore, type MatchResult } from "../../seasons/generator/match-play.ts";
import { createRandom } from "../../seasons/generator/random.ts";
import type { Feed, FeedPayload } from "../feed.ts";
import { createMatchTimeline, type MatchMoment, type MatchTimeline } from "./match-timeline.ts";
import { buildSimulatorPayload, parseSimulatorPayload, SIMULATOR } from "./payload.ts";

/** The times before a match at which its injury list, line-ups and final teams are announced. */
const INJURY_LIST_LEAD_MS = 6 * DAY_MS;
const LINE_UPS_LEAD_MS = 25 * HOUR_MS;
const FINAL_TEAMS_LEAD_MS = HOUR_MS;

const computeSquadScore = (lines: readonly MatchLine[], squadId: SquadId): number =>
	computeScore(lines.filter((line) => line.squadId === squadId));

/**
 * Computes the score of a side. Rushed behinds, which are in no player's stats, are added in proportion to the time
 * played.
 */
function computeScoreAt(moment: MatchMoment, final: MatchResult, squadId: SquadId, finalScore: number): number {
	const rushedBehinds = Math.max(0, finalScore - computeSquadScore(final.lines, squadId));
	return computeSquadScore(moment.lines, squadId) + Math.floor(rushedBehinds * moment.share);
}

function buildStatsPayload(match: Match, moment: MatchMoment, final: MatchResult): FeedPayload | null {
	if (moment.status === "scheduled") return null;
	const { homeSquadId, awaySquadId } = match;
	return buildSimulatorPayload({
		kind: "match-stats",
		match: match.id,
		status: moment.status,
		quarter: moment.quarter,
		minutes: moment.minutes,
		clockSeconds: moment.clockSeconds,
		isBreak: moment.isBreak,
		home: { squad: homeSquadId, score: computeScoreAt(moment, final, homeSquadId, final.homeScore) },
		away: { squad: awaySquadId, score: computeScoreAt(moment, final, awaySquadId, final.awayScore) },
		players: moment.lines.map(({ playerId, squadId, stats: { other: _, ...stats } }) => ({
			player: playerId,
			squad: squadId,
			stats,
		})),
	});
}

type Stage = "week" | "line-ups" | "final";

function getStage(untilStart: number): Stage | null {
	if (untilStart > INJURY_LIST_LEAD_MS) return null;
	if (untilStart > LINE_UPS_LEAD_MS) return "week";
	return untilStart > FINAL_TEAMS_LEAD_MS ? "line-ups" : "final";
}

function getStatuses(stage: Stage, { announced, final, injured }: AnnouncedTeam): ReadonlyMap<number, PlayerStatus> {
	if (stage === "final") return final;
	if (stage === "line-ups") return announced;
	const out = new Set(injured);
	return new Map([...announced.keys()].map((id) => [id, out.has(id) ? "injured" : "uncertain"]));
}

/** A season whose results are known. */
export interface PlayedSeason extends Pick<GeneratedSeason, "seed" | "id" | "results"> {
	/** By squad id, one announced team per round in order; undefined for a round without a match. */
	readonly announcedTeams: ReadonlyMap<SquadId, readonly (AnnouncedTeam | undefined)[]>;
}

type AnnouncedTeam = Pick<ClubTeam, "injured" | "announced" | "final">;

/**
 * Creates the feed of a generated season. Its response depends only on the season time and on the matches' current
 * starts, so that a moved match is played at its new time.
 */
export function createSimulatorFeed(season: PlayedSeason): Feed {
	const timelines = new Map<MatchId, MatchTimeline>();
	const getTimeline = (matchId: MatchId): MatchTimeline | null => {
		const cached = timelines.get(matchId);
		const result = season.results.get(matchId);
		if (cached || !result) return cached ?? null;
		const timeline = createMatchTimeline(result, createRandom(`${season.seed}/${season.id}/timeline ${matchId}`));
		timelines.set(matchId, timeline);
		return timeline;
	};

	function buildRosterPayload(match: Match, now: SeasonTime): FeedPayload | null {
		const stage = getStage(match.startsAt - now);
		const teams = [match.homeSquadId, match.awaySquadId].flatMap(
			(squadId) => season.announcedTeams.get(squadId)?.[match.roundId - 1] ?? [],
		);
		if (stage === null || teams.length === 0) return null;
		const players = teams
			.flatMap((team) => [...getStatuses(stage, team)])
			.map(([player, status]) => ({ player, status }));
		return buildSimulatorPayload({ kind: "roster", match: match.id, stage, players });
	}

	return {
		source: SIMULATOR,
		poll: async (matches, now) =>
			matches.flatMap((match) => {
				const timeline = getTimeline(match.id);
				const final = season.results.get(match.id);
				const moment = timeline?.getMoment(now - match.startsAt);
				const stats = moment && final ? buildStatsPayload(match, moment, final) : null;
				return [buildRosterPayload(match, now), stats].filter((payload) => payload !== null);
			}),
		parse: parseSimulatorPayload,
	};
}
