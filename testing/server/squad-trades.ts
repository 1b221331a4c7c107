import { enterDraft } from "@first-bounce/contract/draft/draft-process";
import {
	acceptTrade,
	type DraftTrade,
	listTrades,
	offerTrade,
	showTradeTeams,
	type TradeTeam,
} from "@first-bounce/contract/draft/trades";
import type { TradeReview } from "@first-bounce/rules/draft/trade-review";
import type { PlayerId } from "@first-bounce/rules/ids";
import { settleLeagues } from "../../apps/server/features/leagues/draft/settle.ts";
import { expireDueOffers } from "../../apps/server/features/leagues/draft/trades/execute-trade.ts";
import { createDraftRoom, getFourManagers } from "./draft-leagues.ts";
import { rethrow } from "./failure.ts";
import type { LeagueManager } from "./league-managers.ts";
import type { TestApp } from "./test-app.ts";

/** Two defenders, a midfielder and a forward of a club of the small season. Those of the first two clubs lock first. */
const listClubPlayers = (club: number): readonly PlayerId[] => [0, 1, 4, 9].map((index) => 1_001 + club * 12 + index);

/** Whom a team gives for whom. */
type Exchange = readonly [PlayerId | undefined, PlayerId | undefined];

export interface TradeRoom {
	readonly params: { readonly id: number };
	/** The commissioner first. */
	readonly managers: ReturnType<typeof getFourManagers>;
	/** By manager; each squad has two defenders, a midfielder and a forward, in this order. */
	readonly squads: readonly (readonly PlayerId[])[];
	/** Holds the draft again after a reset, with the same squads. */
	readonly enter: () => Promise<unknown>;
	readonly getTeamId: (manager: LeagueManager) => number;
	readonly findTeam: (manager: LeagueManager) => Promise<TradeTeam>;
	/** The players whom a manager's team has now. */
	readonly listSquad: (manager: LeagueManager) => Promise<readonly PlayerId[]>;
	readonly offer: (from: LeagueManager, to: LeagueManager, exchange: Exchange, message?: string) => Promise<DraftTrade>;
	readonly accept: (by: LeagueManager, trade: Pick<DraftTrade, "id">) => Promise<DraftTrade>;
	readonly list: (manager: LeagueManager) => Promise<readonly DraftTrade[]>;
}

/** Creates a draft league of four managers whose draft is complete, without protected players. */
export async function createTradeRoom(
	app: TestApp,
	{ review = "none", hours = 0 }: { readonly review?: TradeReview; readonly hours?: 0 | 12 | 24 | 48 } = {},
): Promise<TradeRoom> {
	const room = await createDraftRoom(app, { isStarted: false });
	const managers = getFourManagers(room);
	const params = { id: room.id };
	const squads = managers.map((_, index) => listClubPlayers(index));
	const csv = room.teamIds.flatMap((teamId, index) => (squads[index] ?? []).map((id) => `${teamId},${id}`)).join("\n");
	const enter = () => managers[0].client(enterDraft, { params, body: { csv } });
	await enter();
	await app.database.db
		.updateTable("drafts")
		.set({ trade_review: review, trade_review_hours: hours, trade_deadline_round_id: null, protects_best: false })
		.where("league_id", "=", room.id)
		.execute();
	const getTeamId = ({ userId }: LeagueManager) =>
		room.teamIds[managers.findIndex((manager) => manager.userId === userId)] ?? 0;
	const findTeam = async (manager: LeagueManager) => {
		const { teams } = await managers[0].client(showTradeTeams, { params });
		const team = teams.find(({ teamId }) => teamId === getTeamId(manager));
		if (!team) throw new Error("The manager has no team");
		return team;
	};
	return {
		params,
		managers,
		squads,
		enter,
		getTeamId,
		findTeam,
		listSquad: async (manager) => (await findTeam(manager)).players.map(({ playerId }) => playerId).sort(),
		offer: async (from, to, [given = 0, wanted = 0], message = "") => {
			const body = { toTeamId: getTeamId(to), playerIds: [given], wantedIds: [wanted], message };
			return (await from.client(offerTrade, { params, body })).trade;
		},
		accept: async (by, { id: tradeId }) => (await by.client(acceptTrade, { params, body: { tradeId } })).trade,
		list: async (manager) => (await manager.client(listTrades, { params })).trades,
	};
}

/** Does what is due with trades now, as the leader does. */
export async function runTradesOf({ database, seasons, clocks }: Pick<TestApp, "database" | "seasons" | "clocks">) {
	const services = { db: database.db, seasons, clocks };
	await expireDueOffers(services, rethrow);
	await settleLeagues(services, rethrow);
}
