import { createHash, randomBytes } from "node:crypto";
import type { ResultCall, ResultMatchUp } from "@first-bounce/contract/stats/round-result";
import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import { isEmptySlot } from "@first-bounce/rules/lineup/lineup";
import { isLocked } from "@first-bounce/rules/lockout/lockout";
import { LINES } from "@first-bounce/rules/player";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { listHighlights } from "@first-bounce/rules/round-result/highlights";
import { refuse } from "../../../plugins/refusal.ts";
import { getRoundResult, type ResultServices } from "../../rankings/round-result/service.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotPlayer, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getOwnHistory, getTeamHistory } from "../../team/history/service.ts";
import { loadTeam } from "../../team/load-team.ts";
import { deleteOldestSnapshots, insertSnapshot } from "./share-queries.ts";
import type { ResultSnapshot, SharedCall, Snapshot, TeamSnapshot, TradeSnapshot } from "./snapshot.ts";

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

/** Builds a snapshot of the team in a round. Players that rivals cannot see yet are left out, unless the owner shows them. */
async function buildTeamSnapshot(
	services: ResultServices,
	userId: UserId,
	{ roundId, showsTeam }: SnapshotRequest,
): Promise<TeamSnapshot> {
	const season = services.seasons.current();
	const round = requireRound(season, roundId);
	const { field: places } = season.rules;
	const facts = { kind: "team", ...buildRoundFacts(round, season), places } as const;
	const isRevealed = showsTeam && round.status !== "complete";
	if (round.status === "scheduled" && !isRevealed) {
		// Refuses if the user has no team in this round.
		await getOwnHistory(services, userId, roundId);
		return { ...facts, players: [], hidden: LINES.reduce((sum, line) => sum + places[line], 0), points: null };
	}
	const history = await getTeamHistory(services, isRevealed ? userId : ANONYMOUS_USER_ID, { roundId, userId });
	const getMark = (id: PlayerId) => {
		if (id === history.captain) return "captain";
		return id === history.viceCaptain ? "vice" : null;
	};
	const players = LINES.flatMap((line) =>
		history.lineup[line].flatMap((id) => {
			const player = isEmptySlot(id) ? undefined : season.players.get(id);
			if (!player) return [];
			const squad = season.squads.find((squad) => squad.id === player.squadId)?.abbreviation ?? "";
			const name = formatName(player);
			return [{ name, squad, line, points: player.scores.get(roundId) ?? null, mark: getMark(id) } as const];
		}),
	);
	const hidden = LINES.reduce((sum, line) => sum + places[line], 0) - players.length;
	return { ...facts, players, hidden, points: history.points, ...(isRevealed ? { isRevealed } : {}) };
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
	const buildCall = (call: ResultCall | null): SharedCall | null => {
		if (!call) return null;
		const other = call.otherId === null ? "" : formatName(season.players.get(call.otherId));
		return { kind: call.kind, name: formatName(season.players.get(call.playerId)), other, points: call.points };
	};
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
		best: buildCall(result.best),
		worst: buildCall(result.worst),
		won: countOutcomes("won"),
		lost: countOutcomes("lost"),
		drawn: countOutcomes("drawn"),
		records: records.length,
		highlights: listHighlights(result),
		revision: round.revision,
	};
}

const BUILDERS = { team: buildTeamSnapshot, trade: buildTradeSnapshot, result: buildResultSnapshot };

/** What to share of a round. */
interface SnapshotRequest {
	readonly roundId: RoundId;
	/** Whether a team's players are shown before they lock. */
	readonly showsTeam: boolean;
}

/** Stores a snapshot of the user's team, trades or result; returns the stored one if nothing has changed. */
export async function createSnapshot(
	services: ResultServices,
	userId: UserId,
	{ kind, ...request }: SnapshotRequest & { readonly kind: Snapshot["kind"] },
): Promise<{ readonly id: string; readonly roundId: RoundId; readonly timestamp: number; readonly hidden: number }> {
	const snapshot = await BUILDERS[kind](services, userId, request);
	const content = JSON.stringify(snapshot);
	const { roundId } = request;
	const { seasonId } = services.seasons.current();
	const { db } = services;
	const row = await insertSnapshot(db, {
		id: randomBytes(16).toString("base64url"),
		kind,
		userId,
		seasonId,
		roundId,
		content,
		contentHash: createHash("sha256").update(`${seasonId} ${content}`).digest(),
		showsTeam: snapshot.kind === "team" && snapshot.isRevealed === true,
		createdAt: services.clocks.wallNow(),
	});
	await deleteOldestSnapshots(db, userId, MAX_SNAPSHOTS_PER_USER);
	const hidden = snapshot.kind === "result" ? 0 : snapshot.hidden;
	return { id: row.id, roundId, timestamp: row.created_at.getTime(), hidden };
}
