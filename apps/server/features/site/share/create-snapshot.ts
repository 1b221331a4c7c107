import { createHash, randomBytes } from "node:crypto";
import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import { isEmptySlot } from "@first-bounce/rules/lineup/lineup";
import { isLocked } from "@first-bounce/rules/lockout/lockout";
import { LINES } from "@first-bounce/rules/player";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getOwnHistory, getTeamHistory } from "../../team/history/service.ts";
import { loadTeam, type TeamServices } from "../../team/load-team.ts";
import { deleteOldestSnapshots, insertSnapshot } from "./queries.ts";
import type { Snapshot, TeamSnapshot, TradeSnapshot } from "./snapshot.ts";

/** No user has this id, so a share shows only what everyone may see. */
const ANONYMOUS_USER_ID: UserId = 0;
/** A new snapshot replaces the oldest. */
const MAX_SNAPSHOTS_PER_USER = 200;

function getRound({ rounds }: SeasonSnapshot, roundId: RoundId): SnapshotRound {
	const round = rounds.find(({ id }) => id === roundId);
	if (!round) throw refuse(404, "round-unknown");
	return round;
}

const buildRoundFacts = (round: SnapshotRound, { rules }: SeasonSnapshot) => ({
	round: { id: round.id, isGrandFinal: getRoundName(round.id, rules) === "grand-final" },
	isLive: round.status === "playing",
});

/** Builds a snapshot of the team in a round, without players that rivals cannot see yet. */
async function buildTeamSnapshot(services: TeamServices, userId: UserId, roundId: RoundId): Promise<TeamSnapshot> {
	const season = services.seasons.current();
	const round = getRound(season, roundId);
	const { field: places } = season.rules;
	const facts = { kind: "team", ...buildRoundFacts(round, season), places } as const;
	if (round.status === "scheduled") {
		await getOwnHistory(services, userId, roundId);
		return { ...facts, players: [], hidden: LINES.reduce((sum, line) => sum + places[line], 0), points: null };
	}
	const history = await getTeamHistory(services, ANONYMOUS_USER_ID, { roundId, userId });
	const getMark = (id: PlayerId) => (id === history.captain ? "captain" : id === history.viceCaptain ? "vice" : null);
	const players = LINES.flatMap((line) =>
		history.lineup[line].flatMap((id) => {
			const player = isEmptySlot(id) ? undefined : season.players.get(id);
			if (!player) return [];
			const squad = season.squads.find((each) => each.id === player.squadId)?.abbreviation ?? "";
			const name = `${player.firstName.slice(0, 1)}. ${player.lastName}`;
			return [{ name, squad, line, points: player.scores.get(roundId) ?? null, mark: getMark(id) } as const];
		}),
	);
	const hidden = LINES.reduce((sum, line) => sum + places[line], 0) - players.length;
	return { ...facts, players, hidden, points: history.points };
}

/** Builds a snapshot of a round's trades, without trades of players who are not locked yet. */
async function buildTradeSnapshot(services: TeamServices, userId: UserId, roundId: RoundId): Promise<TradeSnapshot> {
	const { row, season } = await loadTeam(services, { userId });
	const round = getRound(season, roundId);
	const now = services.clocks.seasonNow();
	const trades = row.trades.filter((trade) => trade.roundId === roundId);
	if (trades.length === 0) throw refuse(422, "no-trades-to-share");
	const isVisible = (id: PlayerId): boolean => {
		const player = season.players.get(id);
		return round.status === "complete" || (round.status === "playing" && !!player && isLocked(player, round, now));
	};
	const formatName = (id: PlayerId) => {
		const player = season.players.get(id);
		return player ? `${player.firstName.slice(0, 1)}. ${player.lastName}` : "";
	};
	const visible = trades.filter((trade) => isVisible(trade.playerInId) && isVisible(trade.playerOutId));
	return {
		kind: "trade",
		...buildRoundFacts(round, season),
		trades: visible.map(({ playerInId, playerOutId, priceIn, priceOut }) => ({
			in: formatName(playerInId),
			out: formatName(playerOutId),
			priceIn,
			priceOut,
		})),
		hidden: trades.length - visible.length,
	};
}

/** Stores a snapshot of the user's team or trades; returns the stored one if nothing has changed. */
export async function createSnapshot(
	services: TeamServices,
	userId: UserId,
	{ kind, roundId }: { readonly kind: Snapshot["kind"]; readonly roundId: RoundId },
): Promise<{ readonly id: string; readonly roundId: RoundId; readonly timestamp: number }> {
	const build = kind === "team" ? buildTeamSnapshot : buildTradeSnapshot;
	const content = JSON.stringify(await build(services, userId, roundId));
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
		createdAt: services.clocks.wallNow(),
	});
	await deleteOldestSnapshots(db, userId, MAX_SNAPSHOTS_PER_USER);
	return { id: row.id, roundId, timestamp: row.created_at.getTime() };
}
