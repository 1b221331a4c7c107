import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import { applyInstruction } from "@first-bounce/rules/instructions/apply-instruction";
import type { Instruction, ReplacementKind } from "@first-bounce/rules/instructions/instruction";
import { canFill, findSlot, listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import type { Violation } from "@first-bounce/rules/violation";
import type { Season } from "../../../api/season-model.ts";
import { getRoundProjection } from "../../../players/team-score.ts";
import type { Board } from "../board/state/board.ts";
import { getTeamState } from "../model/team-state.ts";

/** Why an instruction could not be carried out now; empty if it could. */
export function checkNow(board: Board, instruction: Instruction): readonly Violation[] {
	const { season, now, tradeEditor, team } = board;
	const { rules, lookup: getPlayer, rounds } = season;
	const saved = tradeEditor?.team ?? getTeamState(team);
	const getChanceToPlay = (id: PlayerId) => season.playerById.get(id)?.stats.chanceToPlay ?? 1;
	const applied = applyInstruction(saved, instruction, { rules, getPlayer, rounds, now, getChanceToPlay });
	return applied.ok ? [] : applied.violations;
}

const createComparator = (season: Season) => (playerA: PlayerEntry, playerB: PlayerEntry) =>
	getRoundProjection(playerB, null, season) - getRoundProjection(playerA, null, season) || playerA.id - playerB.id;

/** The players who could come in for a player by this kind of replacement, highest projection first. */
export function listCandidates(board: Board, outId: PlayerId, kind: ReplacementKind): readonly PlayerEntry[] {
	const { season, lineup, bank, context, tradeEditor } = board;
	const out = season.playerById.get(outId);
	const slot = findSlot(lineup, outId, season.rules);
	if (!out || !slot) return [];
	const team = new Set(listPlayerIds(lineup));
	const refund = tradeEditor?.findChangeableTrade(outId)?.priceIn ?? out.cost;
	if (kind === "trade")
		return season.players
			.filter(
				({ id, position, cost, departed }) =>
					!team.has(id) &&
					!departed &&
					!context.isLocked(id) &&
					cost <= bank + refund &&
					position.some((line) => out.position.includes(line)),
			)
			.toSorted(createComparator(season));
	const field = new Set(listFieldIds(lineup));
	const bench = [...team].filter((id) => !field.has(id) && !context.isLocked(id));
	return bench
		.flatMap((id) => season.playerById.get(id) ?? [])
		.filter((entry) => {
			if (kind === "swap")
				return (
					checkNow(board, { playerId: outId, replacement: { kind, playerId: entry.id }, captainId: null }).length === 0
				);
			const player = season.lookup(entry.id);
			return (
				player !== undefined &&
				canFill(player, slot) &&
				!lineup.emergency.includes(entry.id) &&
				entry.id !== lineup.utilityId
			);
		})
		.toSorted(createComparator(season));
}

/** The players who could be captain instead of a player: those unlocked on field, and her replacement. */
export const listCaptainCandidates = ({ season, lineup, context }: Board, outId: PlayerId, inId: PlayerId | null) =>
	[...listFieldIds(lineup), ...(inId === null ? [] : [inId])]
		.filter((id) => id !== outId && !context.isLocked(id))
		.flatMap((id) => season.playerById.get(id) ?? [])
		.toSorted(createComparator(season));
