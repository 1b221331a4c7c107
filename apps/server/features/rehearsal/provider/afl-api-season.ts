import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Match } from "@first-bounce/rules/round/round";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { type SimulatorPayload, simulatorPayloadSchema } from "../../stats-providers/simulator/payload.ts";
import { createSimulatorFeed, type PlayedSeason } from "../../stats-providers/simulator/simulator-feed.ts";
import { type AflAnswer, type AflApiServer, startAflApiServer } from "./afl-api-server.ts";

/** Gets the body that the official API would return for a path at a time; undefined for an unknown path. */
type AflApi = (path: string, now: SeasonTime) => Promise<string | undefined>;

const STATS_PATH = /^\/cfs\/afl\/playerStats\/match\/([^/]+)$/;
const ROSTER_PATH = /^\/cfs\/afl\/matchRoster\/full\/([^/]+)$/;
const ROUND_PATH = /^\/cfs\/afl\/matchItems\/round\/CD_R\d{4}264(\d\d)$/;

const formatApiInstant = (at: SeasonTime): string => new Date(at).toISOString().replace("Z", "+0000");
type Stats = Extract<SimulatorPayload, { kind: "match-stats" }>;
type Roster = Extract<SimulatorPayload, { kind: "roster" }>;

/** Formats a season's own ids as the provider's. */
export interface ProviderIds {
	readonly formatPlayer: (id: number) => string;
	readonly formatSquad: (id: number) => string;
	readonly formatMatch: (id: number) => string;
}

const OWN_IDS: ProviderIds = {
	formatPlayer: (id) => `CD_I${id}`,
	formatSquad: (id) => `CD_T${id}`,
	formatMatch: (id) => `CD_M${id}`,
};

function buildStatsBody(payload: Stats, updatedAt: SeasonTime, { formatPlayer, formatSquad }: ProviderIds): string {
	const buildEntry = ({ player, squad, stats }: Stats["players"][number]) => ({
		teamId: formatSquad(squad),
		player: {
			player: { player: { playerId: formatPlayer(player), playerName: { givenName: "P", surname: String(player) } } },
		},
		playerStats: {
			stats: {
				...Object.fromEntries(STAT_KEYS.map((key) => [STATS[key].aflName, stats[key]])),
				disposals: stats.K + stats.H,
			},
			timeOnGroundPercentage: stats.TOG,
			lastUpdated: formatApiInstant(updatedAt),
		},
	});
	const listEntries = (squad: number) => payload.players.filter((player) => player.squad === squad).map(buildEntry);
	return JSON.stringify({
		homeTeamPlayerStats: listEntries(payload.home.squad),
		awayTeamPlayerStats: listEntries(payload.away.squad),
	});
}

function buildRosterBody(
	payload: Roster,
	match: Match,
	getSquad: (player: number) => number | undefined,
	{ formatPlayer, formatSquad, formatMatch }: ProviderIds,
): string {
	const listPositions = (squad: number) =>
		payload.players
			.filter(({ player, status }) => getSquad(player) === squad && (status === "playing" || status === "emergency"))
			.map(({ player, status }) => ({
				position: status === "emergency" ? "EMERG" : "INT",
				player: { playerId: formatPlayer(player) },
			}));
	const buildSide = (squad: number) => ({ teamId: formatSquad(squad), positions: listPositions(squad) });
	const teams = { homeTeam: buildSide(match.homeSquadId), awayTeam: buildSide(match.awaySquadId) };
	return JSON.stringify({ matchRoster: { matchId: formatMatch(match.id), ...teams } });
}

/** A season whose results are known, with its matches and players. */
export interface KnownSeason extends PlayedSeason {
	readonly matches: readonly Omit<Match, "status">[];
	readonly footballers: readonly { readonly id: number; readonly squadId: number }[];
}

/** Builds the periods that have begun; those before the current one are equally long. */
function buildPeriods({ quarter, minutes, clockSeconds = 0, isBreak }: Stats) {
	const current = { periodNumber: quarter, periodSeconds: clockSeconds, periodCompleted: isBreak };
	const countBefore = quarter - 1;
	const secondsBefore = minutes * 60 - clockSeconds;
	const computeEnd = (number: number) => Math.floor((number * secondsBefore) / countBefore);
	const before = Array.from({ length: countBefore }, (_, index) => ({
		periodNumber: index + 1,
		periodSeconds: computeEnd(index + 1) - computeEnd(index),
		periodCompleted: true,
	}));
	return [...before, current];
}

interface AflApiOptions {
	readonly ids?: ProviderIds;
	/** The season's matches, if their starts can change. */
	readonly listMatches?: () => readonly Match[];
	/** Changes the provider's data about a match at a time, before the response is built from it. */
	readonly changePayload?: (payload: SimulatorPayload, now: SeasonTime) => SimulatorPayload;
	/** The time that a match has reached, which stands still once it is called off. */
	readonly getMatchTime?: (matchId: number, now: SeasonTime) => SeasonTime;
	/** A status that replaces a match's own. */
	readonly findStatus?: (matchId: number, now: SeasonTime) => string | null;
}

/** Creates a function that answers like the official API about a season. */
export function createAflApi(
	season: KnownSeason,
	{
		ids = OWN_IDS,
		listMatches,
		changePayload = (payload) => payload,
		getMatchTime = (_, now) => now,
		findStatus = () => null,
	}: AflApiOptions = {},
): AflApi {
	const simulator = createSimulatorFeed(season);
	const fixture = season.matches.map((match): Match => ({ ...match, status: "scheduled" }));
	const squads = new Map(season.footballers.map(({ id, squadId }) => [id, squadId]));
	const listCurrentMatches = listMatches ?? (() => fixture);
	/** The last stats of each match, and the time of their last change. */
	const lastStats = new Map<number, { readonly content: string; readonly at: SeasonTime }>();
	const pollPayloads = async (match: Match, now: SeasonTime) =>
		(await simulator.poll([match], getMatchTime(match.id, now))).map(({ body }) =>
			changePayload(simulatorPayloadSchema.parse(JSON.parse(new TextDecoder().decode(body))), now),
		);
	const getUpdateTime = (payload: Stats, now: SeasonTime): SeasonTime => {
		const content = JSON.stringify(payload.players);
		const last = lastStats.get(payload.match);
		if (last?.content === content && last.at <= now) return last.at;
		lastStats.set(payload.match, { content, at: now });
		return now;
	};

	const buildMatchItem = async (match: Match, now: SeasonTime) => {
		const stats = (await pollPayloads(match, now)).find((payload) => payload.kind === "match-stats");
		const status = stats ? { playing: "LIVE", complete: "CONCLUDED" }[stats.status] : "SCHEDULED";
		const buildScore = (side: Stats["home"] | undefined) => ({ matchScore: { totalScore: side?.score ?? null } });
		return {
			match: {
				matchId: ids.formatMatch(match.id),
				date: formatApiInstant(match.startsAt),
				status: findStatus(match.id, now) ?? status,
				homeTeamId: ids.formatSquad(match.homeSquadId),
				awayTeamId: ids.formatSquad(match.awaySquadId),
			},
			round: { roundNumber: match.roundId },
			score: {
				homeTeamScore: buildScore(stats?.home),
				awayTeamScore: buildScore(stats?.away),
				matchClock: { periods: stats ? buildPeriods(stats) : [] },
			},
		};
	};

	return async (path, now) => {
		const roundId = Number(ROUND_PATH.exec(path)?.[1] ?? 0);
		if (roundId > 0) {
			const inRound = listCurrentMatches().filter((match) => match.roundId === roundId);
			const items = await Promise.all(inRound.map((match) => buildMatchItem(match, now)));
			return JSON.stringify({ roundId: path.split("/").at(-1), items });
		}
		const providerMatchId = (STATS_PATH.exec(path) ?? ROSTER_PATH.exec(path))?.[1];
		const match = listCurrentMatches().find(({ id }) => ids.formatMatch(id) === providerMatchId);
		if (!match) return undefined;
		const payloads = await pollPayloads(match, now);
		const stats = payloads.find((payload) => payload.kind === "match-stats");
		const roster = payloads.find((payload) => payload.kind === "roster");
		if (STATS_PATH.test(path)) return stats && buildStatsBody(stats, getUpdateTime(stats, now), ids);
		return roster && buildRosterBody(roster, match, (player) => squads.get(player), ids);
	};
}

interface AflApiServerOptions extends AflApiOptions {
	readonly seasonNow: () => SeasonTime;
	/** Replaces the right answer to a request. */
	readonly replaceAnswer?: (path: string, body: string) => AflAnswer;
}

/** Starts a server that answers like the official API about a season. */
export function startPlayedSeasonApi(
	season: KnownSeason,
	{ seasonNow, replaceAnswer = (_, body) => ({ body }), ...options }: AflApiServerOptions,
): Promise<AflApiServer> {
	const answer = createAflApi(season, options);
	return startAflApiServer(async (path) => {
		const body = await answer(path, seasonNow());
		return body === undefined ? { status: 404 } : replaceAnswer(path, body);
	});
}
