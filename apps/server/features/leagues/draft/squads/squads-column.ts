import type { Claim } from "@first-bounce/rules/draft/claims";
import type { PlayerMove, Squads } from "@first-bounce/rules/draft/squad-moves";
import type { PlayerId } from "@first-bounce/rules/ids";
import { getActionRoundId } from "@first-bounce/rules/team/team-state";
import { sql } from "kysely";
import type { Row } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { buildDraftLineup } from "../lineups/lineup-view.ts";
import { type DraftRow, type Ownership, type SeatRow, selectLineups, selectOwners, selectSeats } from "../queries.ts";
import { type JsonRow, parseDraft, parseSeat, selectJson } from "../room-queries.ts";
import { type AcceptedPart, hasOpenOffers, selectAcceptedParts } from "../trades/queries.ts";
import {
	buildClaim,
	type PendingClaimRow,
	parseWaiverLog,
	selectPendingClaims,
	selectWaiverLog,
	type WaiverLog,
	type WaiverLogJson,
} from "../waivers/queries.ts";

/** An accepted trade that is not decided. */
export interface AcceptedTrade {
	readonly id: number;
	/** Season time, in ms. */
	readonly reviewEndsAt: number;
	readonly moves: readonly PlayerMove[];
}

/** What is stored about the squads of a drafted league. */
export interface StoredSquads {
	readonly draft: DraftRow;
	readonly seats: readonly SeatRow[];
	readonly squads: Squads;
	readonly waiverLog: WaiverLog;
	/** In the order of teams and ranks. */
	readonly pendingClaims: readonly Claim[];
	/** The accepted trades that are not decided, in the order in which their reviews end. */
	readonly accepted: readonly AcceptedTrade[];
	/** The players whom these trades keep for themselves: nobody drops them, or trades or claims somebody for them. */
	readonly reserved: ReadonlySet<PlayerId>;
	readonly hasOffers: boolean;
}

/** Squads as JSON; null for a league without a draft. */
interface SquadsJson extends WaiverLogJson {
	readonly draft: JsonRow<DraftRow> | null;
	readonly seats: readonly JsonRow<SeatRow>[] | null;
	readonly owners: readonly Ownership[] | null;
	readonly lineups: readonly Row<"lineups">[] | null;
	readonly claims: readonly PendingClaimRow[] | null;
	readonly accepted: readonly AcceptedPart[] | null;
	readonly hasOffers: boolean;
}

/**
 * SQL: everything that a change of squads is checked against, as a column of the league's statement, because an evening has
 * thousands of waiver runs. The line-ups are those of the league's open round.
 */
export const buildSquadsColumn = (leagueId: number, season: SeasonSnapshot) => ({
	name: "locked-squads",
	columns: sql<{ stored: SquadsJson }>`(SELECT row_to_json(s) FROM (SELECT d AS draft,
		${selectJson(selectSeats(leagueId))} AS seats,
		${selectJson(selectOwners(leagueId))} AS owners,
		${selectJson(selectLineups(leagueId, sql`greatest(${getActionRoundId(season)}::int, l.start_id)`))} AS lineups,
		${selectWaiverLog(leagueId)},
		${selectJson(selectPendingClaims(leagueId))} AS claims,
		${selectJson(selectAcceptedParts(leagueId))} AS accepted,
		${hasOpenOffers(leagueId)} AS "hasOffers") AS s) AS stored`,
});

function buildAccepted(parts: readonly AcceptedPart[]): AcceptedTrade[] {
	return [...Map.groupBy(parts, ({ tradeId }) => tradeId)].map(([id, ofTrade]) => ({
		id,
		reviewEndsAt: Date.parse(ofTrade[0]?.reviewEndsAt ?? ""),
		moves: ofTrade.flatMap(({ playerId, fromTeamId, toTeamId }) =>
			playerId === null ? [] : [{ playerId, fromTeamId, toTeamId }],
		),
	}));
}

/** Builds who owns whom, and who is in which injured place. */
export const buildSquads = (owners: readonly Ownership[], seats: readonly SeatRow[]): Omit<Squads, "lineups"> => ({
	owners: new Map(owners.map(({ playerId, teamId }) => [playerId, teamId])),
	injured: new Map(
		seats.flatMap(({ team_id, injured_player_id: playerId }) => (playerId === null ? [] : [[team_id, playerId]])),
	),
});

/** Undefined for a league without a draft. */
export function parseSquads(stored: SquadsJson): StoredSquads | undefined {
	if (!stored.draft) return undefined;
	const draft = parseDraft(stored.draft);
	const seats = (stored.seats ?? []).map(parseSeat);
	const accepted = buildAccepted(stored.accepted ?? []);
	return {
		draft,
		seats,
		squads: {
			...buildSquads(stored.owners ?? [], seats),
			lineups: new Map((stored.lineups ?? []).map((row) => [row.team_id, buildDraftLineup(row, draft)])),
		},
		waiverLog: parseWaiverLog(stored),
		pendingClaims: (stored.claims ?? []).map(buildClaim),
		accepted,
		reserved: new Set(accepted.flatMap(({ moves }) => moves.map(({ playerId }) => playerId))),
		hasOffers: stored.hasOffers,
	};
}
