import type { Team } from "@first-bounce/contract/team/team";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { createEmptyLineup, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import type { Season } from "../../apps/web/api/season-model.ts";
import type { TradeContext, ViewContext } from "../../apps/web/screens/team/model/view-context.ts";
import { RULES } from "./player-season.ts";

/** A saved team that starts in round 2, at $500,000 a player; if the line-up is null, a team that was never saved. */
export const buildTeam = (version: number, lineup: Lineup | null): Team => {
	const { field, bench, ...rest } = lineup ?? createEmptyLineup(RULES);
	return {
		id: 7,
		userId: 7,
		name: "Kit",
		teamName: "Kit Bag",
		avatarVersion: 0,
		supportedSquadId: null,
		lineup: { ...field } as Team["lineup"],
		bench: { ...bench } as Team["bench"],
		...rest,
		emergency: [...rest.emergency],
		value: 500_000 * (lineup ? listPlayerIds(lineup).length : 0),
		salaryCap: RULES.salaryCap,
		points: 0,
		scoreflow: {},
		substitutions: {},
		version,
		isComplete: lineup !== null,
		startRoundId: lineup ? 2 : null,
	};
};

/** By default an empty team that can be edited. */
export const buildViewContext = (season: Season, details: Partial<ViewContext> = {}): ViewContext => ({
	season,
	lineup: createEmptyLineup(RULES),
	bank: RULES.salaryCap,
	isLocked: () => false,
	mode: "edit",
	fixtureRound: season.current,
	getCost: ({ cost }) => cost,
	stat: "avgPoints",
	hasPrices: true,
	trade: null,
	...details,
});

/**
 * By default trade mode without trades: players 1 to 21 are the team, one trade is left, and $2,000,000 can be spent.
 */
export const buildTradeContext = (details: Partial<TradeContext> = {}): TradeContext => ({
	incoming: new Set(),
	outgoing: new Set(),
	savedIncoming: new Set(),
	savedOutgoing: new Set(),
	teamIds: new Set(Array.from({ length: 21 }, (_, index) => index + 1)),
	canAddTrade: true,
	needsIncoming: false,
	needsOutgoing: false,
	maxAffordable: 2_000_000,
	...details,
});
