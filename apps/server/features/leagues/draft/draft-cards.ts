import type { RunResult } from "@first-bounce/rules/draft/claims";
import type { PlayerMove } from "@first-bounce/rules/draft/squad-moves";
import type { SquadTrade, TradeSide } from "@first-bounce/rules/draft/trades";
import type { RunKey } from "@first-bounce/rules/draft/waiver-runs";
import type { Db } from "../../../db/tables/tables.ts";
import { buildCardData } from "../cards/build-cards.ts";
import { deleteCards, saveCards } from "../cards/queries.ts";
import { queueDeliveries } from "../webhooks/queries.ts";
import type { ComparedPick } from "./queries.ts";
import type { LockedDraft } from "./room.ts";

/** The league in whose chat a card is posted. */
type CardTarget = Pick<LockedDraft, "trx" | "wallNow"> & {
	readonly league: Pick<LockedDraft["league"], "id" | "is_mock">;
};

/** Cards are stored by round, but those of a draft belong to no round, and the league's start round may still change. */
const CARD_ROUND_ID = 1;

/**
 * Posts a card in the league's chat, or updates the card of the same kind. The conversation is locked after the league, as by
 * moderators. Mock drafts have no chat.
 */
async function postCard(
	{ trx, wallNow, league }: CardTarget,
	card: Parameters<typeof buildCardData>[0],
	roundId = CARD_ROUND_ID,
): Promise<void> {
	if (league.is_mock) return;
	const options = { kind: card.type, roundId, at: new Date(wallNow), addsNew: true };
	await saveCards(trx, options, [{ leagueId: league.id, data: buildCardData(card), isEmpty: false }]);
	await queueDeliveries(trx, options, [league.id]);
}

/** Posts when the draft starts; null removes the date. */
export const postScheduledCard = (target: CardTarget, startsAt: Date | null): Promise<void> => {
	const card = { type: "draft-scheduled" as const, startsAt: startsAt?.toISOString() ?? null };
	return postCard(target, card);
};

export const postStartedCard = (target: CardTarget): Promise<void> => postCard(target, { type: "draft-started" });

const buildPick = ({ teamId, playerId, overall }: ComparedPick) => ({
	team: { teamId },
	playerId: playerId ?? 0,
	overallPick: overall,
});

/** Posts the first pick, and the pick of the player who was taken the longest after her projected place; keepers are no picks. */
export function postCompleteCard(target: CardTarget, picks: readonly ComparedPick[]): Promise<void> {
	const chosen = picks.filter(({ kept_years: keptYears }) => keptYears === 0);
	const [first] = chosen;
	const getDifference = ({ overall, projected_rank: rank }: ComparedPick) => overall - (rank ?? overall);
	const [best] = chosen.toSorted((a, b) => getDifference(b) - getDifference(a) || a.overall - b.overall);
	const card = {
		type: "draft-complete" as const,
		firstPick: first ? buildPick(first) : null,
		bestPick: best && getDifference(best) > 0 ? { ...buildPick(best), difference: getDifference(best) } : null,
	};
	return postCard(target, card);
}

const buildTradeSide = ({ teamId, playerIds, dropIds, picks }: TradeSide) => ({
	team: { teamId },
	playerIds,
	dropIds,
	picks: picks.map(({ round, originalTeamId }) => ({ round, original: { teamId: originalTeamId } })),
});

/**
 * Posts an accepted trade, and updates its card with the outcome. The trade's id is stored as the round, so that each trade has a
 * card of its own.
 */
export function postTradeCard(
	target: CardTarget,
	{ id, from, to }: SquadTrade & { readonly id: number },
	state: "accepted" | "executed" | "stopped" | "failed",
): Promise<void> {
	const sides = { from: buildTradeSide(from), to: buildTradeSide(to) };
	const card =
		state === "accepted"
			? { type: "trade-accepted" as const, ...sides }
			: { type: "trade-decided" as const, ...sides, outcome: state };
	return postCard(target, card, id);
}

/** Posts who got whom in a waiver run; nothing if nobody got anybody. */
export async function postWaiversCard(
	target: CardTarget,
	{ roundId, run }: RunKey,
	{ decisions, budgets }: Pick<RunResult, "decisions" | "budgets">,
): Promise<void> {
	const claims = decisions
		.filter(({ reason }) => reason === null)
		.map(({ claim: { teamId, playerId, dropId, bid } }) => ({
			team: { teamId },
			playerId,
			dropId,
			bid: budgets && bid,
		}));
	if (claims.length === 0) return;
	const card = { type: run === "first" ? ("waivers-first" as const) : ("waivers-second" as const), claims };
	await postCard(target, card, roundId);
}

/**
 * Posts whom an undo or a correction has moved, who did it and why. The change's id is stored as the round. Posts nothing if
 * nobody moved between teams.
 */
export async function postChangeCard(
	target: CardTarget,
	id: string,
	{
		action,
		moves,
		by: { reason, data = {} },
	}: {
		readonly action: "undo" | "correction";
		readonly moves: readonly PlayerMove[];
		readonly by: { readonly reason: string; readonly data?: Readonly<Record<string, unknown>> };
	},
): Promise<void> {
	if (moves.length === 0) return;
	const buildTeam = (teamId: unknown) => (typeof teamId === "number" ? { teamId } : null);
	const card = {
		type: "squads-changed" as const,
		action,
		by: buildTeam(data.byTeamId),
		reason,
		hadClaim: data.hadClaim === true,
		moves: moves.map(({ playerId, fromTeamId, toTeamId }) => ({
			playerId,
			from: buildTeam(fromTeamId),
			to: buildTeam(toTeamId),
		})),
	};
	await postCard(target, card, Number(id));
}

/** Removes the cards of a draft that was reset from the chat, so that the next draft has its own. */
export const deleteDraftCards = (trx: Db, leagueId: number) =>
	deleteCards(trx, leagueId, [
		"draft-scheduled",
		"draft-started",
		"draft-complete",
		"waivers-first",
		"waivers-second",
		"trade-accepted",
		"trade-decided",
		"squads-changed",
	]);
