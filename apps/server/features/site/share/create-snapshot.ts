import { createHash, randomBytes } from "node:crypto";
import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import { isEmptySlot } from "@first-bounce/rules/lineup/lineup";
import { isLocked } from "@first-bounce/rules/lockout/lockout";
import { LINES } from "@first-bounce/rules/player";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { sql } from "kysely";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getOwnHistory, getTeamHistory } from "../../team/history/service.ts";
import { loadTeam, type TeamServices } from "../../team/load-team.ts";
import type { Snapshot, TeamSnapshot, TradeSnapshot } from "./snapshot.ts";

/** Nobody's id: a share is drawn as a stranger may see it. */
const STRANGER: UserId = 0;
/** Snapshots one person may keep; the oldest make room. */
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

/** A round's trades: those whose players have locked, by the same rule. */
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

/** Keeps a snapshot of one's own team or trades; the same again is the same one. */
export async function createSnapshot(
	services: TeamServices,
	userId: UserId,
	{ kind, roundId }: { readonly kind: Snapshot["kind"]; readonly roundId: RoundId },
): Promise<{ readonly id: string; readonly roundId: RoundId; readonly timestamp: number }> {
	const make = kind === "team" ? buildTeamSnapshot : buildTradeSnapshot;
	const content = JSON.stringify(await make(services, userId, roundId));
	const { seasonId } = services.seasons.current();
	const now = services.clocks.wallNow();
	const row = await services.db
		.insertInto("share_snapshots")
		.values({
			id: randomBytes(16).toString("base64url"),
			kind,
			user_id: userId,
			season_id: seasonId,
			round_id: roundId,
			content,
			content_hash: createHash("sha256").update(`${seasonId} ${content}`).digest(),
			created_at: new Date(now),
		})
		.onConflict((conflict) => conflict.columns(["user_id", "kind", "content_hash"]).doUpdateSet({ kind }))
		.returning(["id", "created_at"])
		.executeTakeFirstOrThrow();
	await sql`DELETE FROM share_snapshots WHERE user_id = ${userId} AND id IN (
		SELECT id FROM share_snapshots WHERE user_id = ${userId} ORDER BY created_at DESC OFFSET ${MAX_SNAPSHOTS_PER_USER})`.execute(
		services.db,
	);
	return { id: row.id, roundId, timestamp: row.created_at.getTime() };
}
