import { createHash, randomBytes } from "node:crypto";
import type { ResultDecision, ResultMatchUp } from "@first-bounce/contract/stats/round-result";
import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { isNobody } from "@first-bounce/rules/lineup/lineup";
import { isLocked } from "@first-bounce/rules/lockout/lockout";
import { LINES, sumLines } from "@first-bounce/rules/player";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { listHighlights } from "@first-bounce/rules/round-result/highlights";
import { refuse } from "../../../plugins/refusal.ts";
import { listMatchUps, type MatchUpServices } from "../../leagues/head-to-head/match-ups.ts";
import { getRoundResult, type ResultServices } from "../../rankings/round-result/service.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotPlayer, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getOwnHistory, getTeamHistory } from "../../team/history/service.ts";
import { loadTeam } from "../../team/load-team.ts";
import { deleteOldestSnapshots, insertSnapshot, type SnapshotLink } from "./share-queries.ts";
import type {
	MatchUpSnapshot,
	ResultSnapshot,
	SharedDecision,
	Snapshot,
	TeamSnapshot,
	TradeSnapshot,
} from "./snapshot.ts";

/** No user has this id, so a share shows only what everyone may see. */
const ANONYMOUS_USER_ID: UserId = 0;
/** A new snapshot replaces the oldest. */
const MAX_SNAPSHOTS_PER_USER = 200;

const buildRoundFacts = (round: SnapshotRound, { rules }: SeasonSnapshot) => ({
	round: { id: round.id, isGrandFinal: getRoundName(round.id, rules) === "grand-final" },
	isLive: round.status === "playing",
});

const formatName = (player: SnapshotPlayer | undefined): string =>
	player ? `${player.firstName.slice(0, 1)}. ${player.lastName}` : "";

export interface SnapshotServices extends ResultServices {
	readonly leagues: MatchUpServices;
}

/** Finds the team's rank in a round, and its best decision once the round is published. */
async function findStanding(services: SnapshotServices, userId: UserId, teamId: TeamId, round: SnapshotRound) {
	if (round.status === "complete") {
		const { result } = await getRoundResult(services, userId, round.id);
		if (!result) return {};
		const best = buildDecision(services.seasons.current(), result.best);
		return { overallRank: result.overallRank, ...(best && best.points > 0 ? { best } : {}) };
	}
	const view = services.leagues.view();
	const overallRank = view.roundId === round.id ? view.getOverallRank(teamId) : null;
	return overallRank === null ? {} : { overallRank };
}

function buildDecision(season: SeasonSnapshot, decision: ResultDecision | null): SharedDecision | null {
	if (!decision) return null;
	const other = decision.otherId === null ? "" : formatName(season.players.get(decision.otherId));
	return {
		kind: decision.kind,
		name: formatName(season.players.get(decision.playerId)),
		other,
		points: decision.points,
	};
}

/** Builds a snapshot of the team in a round. Players that rivals cannot see yet are left out, unless the owner shows them. */
async function buildTeamSnapshot(
	services: SnapshotServices,
	userId: UserId,
	{ roundId, showsTeam }: SnapshotRequest,
): Promise<TeamSnapshot> {
	const season = services.seasons.current();
	const round = requireRound(season, roundId);
	const { field: places } = season.rules;
	const facts = { kind: "team", ...buildRoundFacts(round, season), places } as const;
	const fieldSize = sumLines(places);
	const isRevealed = showsTeam && round.status !== "complete";
	if (round.status === "scheduled" && !isRevealed) {
		// Refuses if the user has no team in this round.
		await getOwnHistory(services, userId, roundId);
		return { ...facts, players: [], hidden: fieldSize, points: null };
	}
	const history = await getTeamHistory(services, isRevealed ? userId : ANONYMOUS_USER_ID, { roundId, userId });
	const getMark = (id: PlayerId) => {
		if (id === history.captain) return "captain";
		return id === history.viceCaptain ? "vice" : null;
	};
	const players = LINES.flatMap((line) =>
		history.lineup[line].flatMap((id) => {
			const player = isNobody(id) ? undefined : season.players.get(id);
			if (!player) return [];
			const squad = season.squads.find((squad) => squad.id === player.squadId)?.abbreviation ?? "";
			const { squadId, scores } = player;
			const points = scores.get(roundId) ?? null;
			return [{ name: formatName(player), squad, squadId, line, points, mark: getMark(id) } as const];
		}),
	);
	const hidden = fieldSize - players.length;
	const standing = round.status === "scheduled" ? {} : await findStanding(services, userId, history.teamId, round);
	return { ...facts, players, hidden, points: history.points, ...standing, ...(isRevealed ? { isRevealed } : {}) };
}

/** Builds a snapshot of a round's trades, without trades of players who are not locked yet. */
async function buildTradeSnapshot(
	services: ResultServices,
	userId: UserId,
	{ roundId }: SnapshotRequest,
): Promise<TradeSnapshot> {
	const { row, season } = await loadTeam(services, { userId });
	const round = requireRound(season, roundId);
	const now = services.clocks.seasonNow();
	const trades = row.trades.filter((trade) => trade.roundId === roundId);
	if (trades.length === 0) throw refuse(422, "no-trades-to-share");
	const isVisible = (id: PlayerId): boolean => {
		const player = season.players.get(id);
		return round.status === "complete" || (round.status === "playing" && !!player && isLocked(player, round, now));
	};
	const findName = (id: PlayerId) => formatName(season.players.get(id));
	const visibleTrades = trades.filter((trade) => isVisible(trade.playerInId) && isVisible(trade.playerOutId));
	return {
		kind: "trade",
		...buildRoundFacts(round, season),
		trades: visibleTrades.map(({ playerInId, playerOutId, priceIn, priceOut }) => ({
			in: findName(playerInId),
			out: findName(playerOutId),
			priceIn,
			priceOut,
		})),
		hidden: trades.length - visibleTrades.length,
	};
}

/** Builds a snapshot of how the team went in a published round. Refuses if it has no result. */
async function buildResultSnapshot(
	services: ResultServices,
	userId: UserId,
	{ roundId }: SnapshotRequest,
): Promise<ResultSnapshot> {
	const { result } = await getRoundResult(services, userId, roundId);
	if (!result) throw refuse(422, "no-result-to-share");
	const season = services.seasons.current();
	const round = requireRound(season, roundId);
	const { points, roundRank, overallRank, previousOverallRank, teams, averagePoints, matchUps, records } = result;
	const countOutcomes = (expected: ResultMatchUp["outcome"]) =>
		matchUps.filter(({ outcome }) => outcome === expected).length;
	return {
		kind: "result",
		...buildRoundFacts(round, season),
		points,
		roundRank,
		overallRank,
		gained: previousOverallRank === null ? null : previousOverallRank - overallRank,
		teams,
		averagePoints: Math.round(averagePoints),
		best: buildDecision(season, result.best),
		worst: buildDecision(season, result.worst),
		won: countOutcomes("won"),
		lost: countOutcomes("lost"),
		drawn: countOutcomes("drawn"),
		records: records.length,
		highlights: listHighlights(result),
		revision: round.revision,
	};
}

/** Builds a snapshot of the user's match-up in a league. Refuses if she has none in the round. */
async function buildMatchUpSnapshot(
	services: SnapshotServices,
	userId: UserId,
	{ leagueId, roundId }: { readonly leagueId: number; readonly roundId: RoundId },
): Promise<MatchUpSnapshot> {
	const { matchUps } = await listMatchUps(services.leagues, userId, { leagueId, roundId });
	const match = matchUps.find(({ home, away }) => home.userId === userId || away.userId === userId);
	if (!match) throw refuse(422, "no-match-up-to-share");
	const { home, away, isComplete, winnerTeamId } = match;
	const [own, opponent] = home.userId === userId ? [home, away] : [away, home];
	const season = services.seasons.current();
	const round = requireRound(season, roundId);
	const getOutcome = () => {
		if (winnerTeamId === null) return "drawn";
		return winnerTeamId === own.teamId ? "won" : "lost";
	};
	return {
		kind: "matchup",
		...buildRoundFacts(round, season),
		leagueId,
		final: match.isGrandFinal ? "grand-final" : match.isSemiFinal ? "semi-final" : null,
		own: { teamId: own.teamId, points: own.points },
		opponent: { teamId: opponent.teamId, points: opponent.points },
		outcome: isComplete ? getOutcome() : null,
		revision: round.revision,
	};
}

/** What to share of a round. */
interface SnapshotRequest {
	readonly roundId: RoundId;
	/** Whether a team's players are shown before they lock. */
	readonly showsTeam: boolean;
}

const BUILDERS = { team: buildTeamSnapshot, trade: buildTradeSnapshot, result: buildResultSnapshot };

interface StoredSnapshot {
	readonly id: string;
	readonly roundId: RoundId;
	readonly timestamp: number;
	readonly hidden: number;
}

/** Stores a snapshot; returns the stored one if nothing has changed. */
async function saveSnapshot(
	{ db, seasons, clocks }: SnapshotServices,
	userId: UserId,
	roundId: RoundId,
	{ kind, snapshot }: { readonly kind: SnapshotLink; readonly snapshot: Snapshot },
): Promise<StoredSnapshot> {
	const content = JSON.stringify(snapshot);
	const { seasonId } = seasons.current();
	const row = await insertSnapshot(db, {
		id: randomBytes(16).toString("base64url"),
		kind,
		userId,
		seasonId,
		roundId,
		content,
		contentHash: createHash("sha256").update(`${seasonId} ${content}`).digest(),
		showsTeam: snapshot.kind === "team" && snapshot.isRevealed === true,
		createdAt: clocks.wallNow(),
	});
	await deleteOldestSnapshots(db, userId, MAX_SNAPSHOTS_PER_USER);
	return {
		id: row.id,
		roundId,
		timestamp: row.created_at.getTime(),
		hidden: "hidden" in snapshot ? snapshot.hidden : 0,
	};
}

/** Creates a snapshot of the user's team, trades or result. */
export const createSnapshot = async (
	services: SnapshotServices,
	userId: UserId,
	{ kind, ...request }: SnapshotRequest & { readonly kind: SnapshotLink },
): Promise<StoredSnapshot> =>
	saveSnapshot(services, userId, request.roundId, { kind, snapshot: await BUILDERS[kind](services, userId, request) });

/** Creates a snapshot of the user's match-up in a league. */
export const createMatchUpSnapshot = async (
	services: SnapshotServices,
	userId: UserId,
	request: Parameters<typeof buildMatchUpSnapshot>[2],
): Promise<StoredSnapshot> =>
	saveSnapshot(services, userId, request.roundId, {
		kind: "result",
		snapshot: await buildMatchUpSnapshot(services, userId, request),
	});
