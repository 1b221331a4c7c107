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

/** No user has this id: a share shows what anyone may see. */
const STRANGER: UserId = 0;
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

/** The team in a round, without what rivals may not see yet. */
async function buildTeamSnapshot(services: TeamServices, userId: UserId, roundId: RoundId): Promise<TeamSnapshot> {
	const season = services.seasons.current();
	const round = getRound(season, roundId);
	const { field: places } = season.rules;
	const facts = { kind: "team", ...buildRoundFacts(round, season), places } as const;
	if (round.status === "scheduled") {
		await getOwnHistory(services, userId, roundId);
		return { ...facts, players: [], hidden: LINES.reduce((sum, line) => sum + places[line], 0), points: null };
	}
	const seen = await getTeamHistory(services, STRANGER, { roundId, userId });
	const markOf = (id: PlayerId) => (id === seen.captain ? "captain" : id === seen.viceCaptain ? "vice" : null);
	const players = LINES.flatMap((line) =>
		seen.lineup[line].flatMap((id) => {
			const player = isEmptySlot(id) ? undefined : season.players.get(id);
			if (!player) return [];
			const squad = season.squads.find((each) => each.id === player.squadId)?.abbreviation ?? "";
			const name = `${player.firstName.slice(0, 1)}. ${player.lastName}`;
			return [{ name, squad, line, points: player.scores.get(roundId) ?? null, mark: markOf(id) } as const];
		}),
	);
	const hidden = LINES.reduce((sum, line) => sum + places[line], 0) - players.length;
	return { ...facts, players, hidden, points: seen.points };
}

/** A round's trades, without those whose players have not locked yet. */
async function buildTradeSnapshot(services: TeamServices, userId: UserId, roundId: RoundId): Promise<TradeSnapshot> {
	const { row, season } = await loadTeam(services, { userId });
	const round = getRound(season, roundId);
	const now = services.clocks.seasonNow();
	const made = row.trades.filter((trade) => trade.roundId === roundId);
	if (made.length === 0) throw refuse(422, "no-trades-to-share");
	const isSeen = (id: PlayerId): boolean => {
		const player = season.players.get(id);
		return round.status === "complete" || (round.status === "playing" && !!player && isLocked(player, round, now));
	};
	const nameOf = (id: PlayerId) => {
		const player = season.players.get(id);
		return player ? `${player.firstName.slice(0, 1)}. ${player.lastName}` : "";
	};
	const seen = made.filter((trade) => isSeen(trade.playerInId) && isSeen(trade.playerOutId));
	return {
		kind: "trade",
		...buildRoundFacts(round, season),
		trades: seen.map(({ playerInId, playerOutId, priceIn, priceOut }) => ({
			in: nameOf(playerInId),
			out: nameOf(playerOutId),
			priceIn,
			priceOut,
		})),
		hidden: made.length - seen.length,
	};
}

/** Stores a snapshot of the user's team or trades; returns the stored one if nothing has changed. */
export async function createSnapshot(
	services: TeamServices,
	userId: UserId,
	{ kind, roundId }: { readonly kind: Snapshot["kind"]; readonly roundId: RoundId },
): Promise<{ readonly id: string; readonly roundId: RoundId; readonly timestamp: number }> {
	const make = kind === "team" ? buildTeamSnapshot : buildTradeSnapshot;
	const content = JSON.stringify(await make(services, userId, roundId));
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
