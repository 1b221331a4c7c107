import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Match } from "@first-bounce/rules/round/round";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { type SimulatorPayload, simulatorPayloadSchema } from "../../features/stats-providers/simulator/payload.ts";
import { createSimulatorFeed, type PlayedSeason } from "../../features/stats-providers/simulator/simulator-feed.ts";

/** Gets the body that the official API would return for a path at a time; undefined for an unknown path. */
export type AflApi = (path: string, now: SeasonTime) => Promise<string | undefined>;

export const getRoundPath = (roundId: number): string =>
	`/cfs/afl/matchItems/round/CD_R2026264${String(roundId).padStart(2, "0")}`;
const STATS_PATH = /^\/cfs\/afl\/playerStats\/match\/CD_M(\d+)$/;
const ROSTER_PATH = /^\/cfs\/afl\/matchRoster\/full\/CD_M(\d+)$/;
const ROUND_PATH = /^\/cfs\/afl\/matchItems\/round\/CD_R\d{4}264(\d\d)$/;

const formatInstant = (at: SeasonTime): string => new Date(at).toISOString().replace("Z", "+0000");
type Stats = Extract<SimulatorPayload, { kind: "match-stats" }>;
type Roster = Extract<SimulatorPayload, { kind: "roster" }>;

function buildStatsBody(payload: Stats, now: SeasonTime): string {
	const entry = ({ player, squad, stats }: Stats["players"][number]) => ({
		teamId: `CD_T${squad}`,
		player: {
			player: { player: { playerId: `CD_I${player}`, playerName: { givenName: "P", surname: String(player) } } },
		},
		playerStats: {
			stats: {
				...Object.fromEntries(STAT_KEYS.map((key) => [STATS[key].aflName, stats[key]])),
				disposals: stats.K + stats.H,
			},
			timeOnGroundPercentage: stats.TOG,
			lastUpdated: formatInstant(now),
		},
	});
	const listEntries = (squad: number) => payload.players.filter((each) => each.squad === squad).map(entry);
	return JSON.stringify({
		homeTeamPlayerStats: listEntries(payload.home.squad),
		awayTeamPlayerStats: listEntries(payload.away.squad),
	});
}

function buildRosterBody(payload: Roster, match: Match, getSquad: (player: number) => number | undefined): string {
	const positions = (squad: number) =>
		payload.players
			.filter(({ player, status }) => getSquad(player) === squad && (status === "playing" || status === "emergency"))
			.map(({ player, status }) => ({
				position: status === "emergency" ? "EMERG" : "INT",
				player: { playerId: `CD_I${player}` },
			}));
	const buildSide = (squad: number) => ({ teamId: `CD_T${squad}`, positions: positions(squad) });
	const teams = { homeTeam: buildSide(match.homeSquadId), awayTeam: buildSide(match.awaySquadId) };
	return JSON.stringify({ matchRoster: { matchId: `CD_M${match.id}`, ...teams } });
}

/** A season that the API plays. */
interface PlayedFixture extends PlayedSeason {
	readonly matches: readonly Omit<Match, "status">[];
	readonly footballers: readonly { readonly id: number; readonly squadId: number }[];
}

/** The periods that have begun; those before the current one are merged into one. */
function buildPeriods({ quarter, minutes, clockSeconds = 0, isBreak }: Stats) {
	const current = { periodNumber: quarter, periodSeconds: clockSeconds, periodCompleted: isBreak };
	const before = { periodNumber: quarter - 1, periodSeconds: minutes * 60 - clockSeconds, periodCompleted: true };
	return quarter > 1 ? [before, current] : [current];
}

export function createAflApi({ generated }: { readonly generated: PlayedFixture }): AflApi {
	const simulator = createSimulatorFeed(generated);
	const matches = new Map(
		generated.matches.map((match): [number, Match] => [match.id, { ...match, status: "scheduled" }]),
	);
	const squads = new Map(generated.footballers.map(({ id, squadId }) => [id, squadId]));
	const pollPayloads = async (match: Match, now: SeasonTime) =>
		(await simulator.poll([match], now)).map(({ body }) =>
			simulatorPayloadSchema.parse(JSON.parse(new TextDecoder().decode(body))),
		);

	const buildMatchItem = async (match: Match, now: SeasonTime) => {
		const stats = (await pollPayloads(match, now)).find((each) => each.kind === "match-stats");
		const status = stats ? { playing: "LIVE", complete: "CONCLUDED" }[stats.status] : "SCHEDULED";
		const score = (side: Stats["home"] | undefined) => ({ matchScore: { totalScore: side?.score ?? null } });
		return {
			match: {
				matchId: `CD_M${match.id}`,
				date: formatInstant(match.startsAt),
				status,
				homeTeamId: `CD_T${match.homeSquadId}`,
				awayTeamId: `CD_T${match.awaySquadId}`,
			},
			round: { roundNumber: match.roundId },
			score: {
				homeTeamScore: score(stats?.home),
				awayTeamScore: score(stats?.away),
				matchClock: { periods: stats ? buildPeriods(stats) : [] },
			},
		};
	};

	return async (path, now) => {
		const roundId = Number(ROUND_PATH.exec(path)?.[1] ?? 0);
		if (roundId > 0) {
			const inRound = [...matches.values()].filter((match) => match.roundId === roundId);
			const items = await Promise.all(inRound.map((match) => buildMatchItem(match, now)));
			return JSON.stringify({ roundId: path.split("/").at(-1), items });
		}
		const match = matches.get(Number((STATS_PATH.exec(path) ?? ROSTER_PATH.exec(path))?.[1] ?? 0));
		if (!match) return undefined;
		const payloads = await pollPayloads(match, now);
		const stats = payloads.find((each) => each.kind === "match-stats");
		const roster = payloads.find((each) => each.kind === "roster");
		if (STATS_PATH.test(path)) return stats && buildStatsBody(stats, now);
		return roster && buildRosterBody(roster, match, (player) => squads.get(player));
	};
}
