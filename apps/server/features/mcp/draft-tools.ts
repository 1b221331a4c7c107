import type { SuccessOf } from "@first-bounce/contract/call";
import {
	listFreeAgents,
	showDraftBoard,
	showDraftLeague,
	showDraftRecap,
	showDraftTeams,
} from "@first-bounce/contract/draft/draft";
import { listMyDraftTeams, showDraftTeam, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { showKeepers } from "@first-bounce/contract/draft/keepers";
import { listTrades } from "@first-bounce/contract/draft/trades";
import { listTransactions, listWaiverRuns, showClaims } from "@first-bounce/contract/draft/waivers";
import { id, roundId } from "@first-bounce/contract/fields";
import type { DraftOwnershipFile, DraftPositionsFile } from "@first-bounce/contract/stats/draft-figures";
import { DRAFT_FIGURES } from "@first-bounce/rules/ownership/draft-ownership";
import { z } from "zod";
import { createCallTool, createFileTool, type Tool } from "./build-tool.ts";

const limit = z.int().positive().max(200).default(50);

const seasonId = id.describe("From get_season");

const freeAgents = createCallTool(
	"list_free_agents",
	listFreeAgents,
	"Players whom nobody in a draft league owns, best first: free or on waivers until when, and whether the caller's team may take each.",
);

/** What assistants can read of draft leagues. */
export const DRAFT_TOOLS: readonly Tool[] = [
	createFileTool({
		name: "get_draft_ownership",
		description:
			"Across all draft leagues in a published round, in whole percentages: who is owned, started, added and dropped.",
		input: z.strictObject({ seasonId, roundId, sort: z.enum(DRAFT_FIGURES).default("owned"), limit }),
		getFile: ({ seasonId: season, roundId: round }) => `${season}/draft_ownership/${round}`,
		select: ({ players, ...round }: DraftOwnershipFile, { sort, limit: count }) => ({
			...round,
			players: players.toSorted((a, b) => b[`${sort}Percent`] - a[`${sort}Percent`] || a.id - b.id).slice(0, count),
		}),
	}),
	createFileTool({
		name: "get_draft_positions",
		description: "Average draft positions (ADP) over all drafts of the season, the earliest first.",
		input: z.strictObject({ seasonId, limit }),
		getFile: ({ seasonId: season }) => `${season}/draft_positions`,
		select: ({ players, ...file }: DraftPositionsFile, { limit: count }) => ({
			...file,
			players: players.slice(0, count),
		}),
	}),
	createCallTool("list_my_draft_teams", listMyDraftTeams, "The caller's teams in draft leagues."),
	createCallTool("get_my_draft_team", showMyDraftTeam, "The caller's team in a draft league with its line-up now."),
	createCallTool("list_my_claims", showClaims, "The caller's waiver claims for the next run; nobody else sees them."),
	createCallTool("get_draft_league", showDraftLeague, "A draft league's settings, order and state of its draft."),
	createCallTool(
		"list_draft_teams",
		showDraftTeams,
		"The squads of a draft league; line-ups as far as the caller may see them.",
	),
	createCallTool(
		"get_draft_team_in_round",
		showDraftTeam,
		"A team of a draft league in a round, with points. Players who are not locked yet stay hidden.",
	),
	createCallTool(
		"get_draft_board",
		showDraftBoard,
		"The board of a draft that is held now; `since` leaves out what an earlier version had.",
	),
	createCallTool("get_draft_recap", showDraftRecap, "A complete draft pick by pick, compared with projections."),
	{
		...freeAgents,
		input: freeAgents.input.extend({ limit }),
		select: (body, { limit: count }) => {
			const { version, players } = freeAgents.select(body, {}) as SuccessOf<typeof listFreeAgents>;
			return { version, total: players.length, players: players.slice(0, limit.parse(count)) };
		},
	},
	createCallTool(
		"list_draft_transactions",
		listTransactions,
		"Who came, went and moved in a draft league since its draft, with reasons, newest first.",
	),
	createCallTool(
		"list_waiver_runs",
		listWaiverRuns,
		"Waiver runs of a draft league: who got whom, why the caller's claims failed, the order, and the next run.",
	),
	createCallTool(
		"list_draft_trades",
		listTrades,
		"Trades of a draft league: the caller's own offers, and what others have accepted.",
	),
	createCallTool("get_keepers", showKeepers, "Who is kept in a draft league and what each player costs."),
];
