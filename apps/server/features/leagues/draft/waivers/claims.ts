import { isDeepStrictEqual } from "node:util";
import type { SuccessOf } from "@first-bounce/contract/call";
import type { ComingRun, showClaims } from "@first-bounce/contract/draft/waivers";
import { type Claim, type ClaimProblem, type ClaimsSituation, checkClaim } from "@first-bounce/rules/draft/claims";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { RunTime } from "@first-bounce/rules/draft/waiver-runs";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { type Reason, Refusal, refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import type { LeagueServices } from "../../league-row.ts";
import type { DraftRow, SeatRow } from "../queries.ts";
import { requireOwnSeat } from "../room.ts";
import { getDraftedLeague } from "../seat-view.ts";
import { defineSquadAction } from "../settle.ts";
import { type ClaimRow, listPendingClaims, replaceClaims } from "./queries.ts";
import { loadClaimsSituation, loadWaivers } from "./waivers.ts";

type ClaimList = SuccessOf<typeof showClaims>;
type GivenClaim = Pick<Claim, "playerId" | "dropId" | "bid" | "group">;

export const buildComingRun = ({ roundId, run, dueAt, reason }: RunTime): ComingRun => ({
	roundId,
	run,
	dueAt: new Date(dueAt).toISOString(),
	reason,
});

/** The version of a list of claims: the id of its newest row, as each change of the list inserts all of them again. */
const getVersion = (rows: readonly ClaimRow[]): number => Math.max(0, ...rows.map(({ id }) => Number(id)));

/** Builds a team's claims as its manager sees them; nobody else does. */
function buildClaimList(
	rows: readonly ClaimRow[],
	{ draft, seat, next }: { readonly draft: DraftRow; readonly seat: SeatRow; readonly next: RunTime | undefined },
): ClaimList {
	return {
		claims: rows.map(({ player_id: playerId, drop_player_id: dropId, bid, claim_group: group, created_at }) => ({
			playerId,
			dropId,
			bid,
			group,
			createdAt: created_at.toISOString(),
		})),
		budget: draft.waiver_priority === "budget" ? seat.budget : null,
		nextRun: next ? buildComingRun(next) : null,
		version: getVersion(rows),
	};
}

export async function listClaims(services: LeagueServices, userId: UserId, leagueId: number): Promise<ClaimList> {
	const { db } = services;
	const drafted = await getDraftedLeague(services, userId, leagueId);
	const seat = requireOwnSeat(drafted.seats, userId);
	const { comingRuns } = await loadWaivers(db, drafted);
	const rows = await listPendingClaims(db, seat.team_id);
	return buildClaimList(rows, { draft: drafted.draft, seat, next: comingRuns[0] });
}

/**
 * Problems that may have gone by the time of the run, so that the claim is saved all the same: a lock, an accepted trade with the
 * room it needs, or a squad that lacks a place only while somebody is locked.
 */
const TEMPORARY_PROBLEMS: readonly ClaimProblem[] = [
	"player-locked",
	"drop-locked",
	"drop-reserved",
	"lineup-locked",
	"injured-place",
	"group-done",
	"room-reserved",
];

/** The team that claims, and what its claims are checked against. */
interface Claiming {
	readonly teamId: TeamId;
	readonly situation: ClaimsSituation;
	readonly season: SeasonSnapshot;
}

/** Finds why a claim is not saved, with its place in the list; null if it may succeed. */
function findReason(claim: GivenClaim, place: number, { teamId, situation, season }: Claiming): Reason | null {
	const { playerId, dropId, bid } = claim;
	const nameOf = (id: number) => season.players.get(id)?.name ?? String(id);
	const data = { place, name: nameOf(playerId), playerId };
	if (!situation.budgets && bid > 0) return { code: "claim-no-bids", data };
	const { problem } = checkClaim({ teamId, playerId, dropId, bid }, situation);
	if (problem === null || TEMPORARY_PROBLEMS.includes(problem)) return null;
	const dropData = { place, name: nameOf(dropId ?? 0) };
	switch (problem) {
		case "season-over":
			return { code: "season-complete" };
		case "player-taken":
		case "dropped-by-you":
		case "taken-back-by-you":
		case "position-full":
			return { code: `claim-${problem}`, data };
		case "over-budget":
			return { code: "claim-over-budget", data: { ...data, budget: situation.budgets?.get(teamId) ?? 0 } };
		case "drop-not-owned":
		case "drop-protected":
			return { code: `claim-${problem}`, data: dropData };
		case "squad-full":
			return { code: "claim-squad-full", data: { ...data, most: getSquadSize(situation.context.rules) } };
		default:
			return { code: "claim-player-unknown", data };
	}
}

/** Refuses a list with a claim that repeats an earlier one or cannot succeed, with all reasons. */
function requirePossible(claims: readonly GivenClaim[], claiming: Claiming): void {
	const keys = claims.map(({ playerId, dropId }) => `${playerId} ${dropId}`);
	const reasons = claims.flatMap((claim, index): Reason[] => {
		const place = index + 1;
		const first = keys.indexOf(keys[index] ?? "") + 1;
		if (first < place) return [{ code: "claim-repeated", data: { place, first } }];
		const reason = findReason(claim, place, claiming);
		return reason ? [reason] : [];
	});
	const [reason, ...others] = reasons;
	if (reason) throw new Refusal(422, [reason, ...others]);
}

/** Whether a list is the stored one, as when a browser sends it again because it has got no answer. */
const isStored = (claims: readonly GivenClaim[], rows: readonly ClaimRow[]): boolean =>
	claims.length === rows.length &&
	rows.every(({ player_id: playerId, drop_player_id: dropId, bid, claim_group: group }, index) =>
		isDeepStrictEqual(claims[index], { playerId, dropId, bid, group }),
	);

/** Saves the caller's list of claims, in the order in which they are tried. It replaces the previous list. */
export const saveClaims = defineSquadAction(
	async (
		locked,
		userId,
		{ claims, version }: { readonly claims: readonly GivenClaim[]; readonly version?: number | undefined },
	) => {
		const { trx, league, draft, seats, season, waivers, wallNow } = locked;
		const seat = requireOwnSeat(seats, userId);
		const teamId = seat.team_id;
		const before = await listPendingClaims(trx, teamId);
		const isUnchanged = isStored(claims, before);
		if (version !== undefined && version !== getVersion(before) && !isUnchanged) throw refuse(409, "stale-claims");
		requirePossible(claims, { teamId, situation: await loadClaimsSituation(locked, waivers), season });
		const findSince = ({ playerId, dropId }: GivenClaim) =>
			before.find(({ player_id, drop_player_id }) => player_id === playerId && drop_player_id === dropId)?.created_at;
		const newRows = claims.map((claim, index) => ({
			league_id: league.id,
			team_id: teamId,
			player_id: claim.playerId,
			drop_player_id: claim.dropId,
			bid: claim.bid,
			claim_group: claim.group,
			rank: index + 1,
			created_at: findSince(claim) ?? new Date(wallNow),
		}));
		if (!isUnchanged) await replaceClaims(trx, teamId, newRows);
		const rows = await listPendingClaims(trx, teamId);
		return buildClaimList(rows, { draft, seat, next: waivers.comingRuns[0] });
	},
);
