import type { Lineup, Slot } from "@first-bounce/rules/lineup/lineup";
import { getPlayerAt, isScoringSlot, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Line } from "@first-bounce/rules/player";
import { getSquadStatus, type Round } from "@first-bounce/rules/round/round";
import type { ScoreEntry, TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { Season } from "../../../api/season-model.ts";
import { getExpectedPoints, isPlayingNow } from "../../../players/team-score.ts";
import { buildPlayerView, type PlayerView } from "./player-view.ts";
import type { ViewContext } from "./view-context.ts";

/** Counted points, projected points or "DNP". */
export type SlotScore =
	| { readonly kind: "live" | "final" | "projected"; readonly points: number }
	| { readonly kind: "dnp" };

/** A slot, prepared for the team screen. */
export interface SlotView {
	readonly slot: Slot;
	readonly key: string;
	/** The slot's line, or "UTL". */
	readonly label: Line | "UTL";
	readonly player: PlayerView | null;
	readonly isCaptain: boolean;
	readonly isViceCaptain: boolean;
	/** The captain or vice captain is locked, so the role cannot be moved. */
	readonly isCaptainLocked: boolean;
	readonly isViceCaptainLocked: boolean;
	readonly isEmergency: boolean;
	readonly isBench: boolean;
	readonly isUtility: boolean;
	/** On field, or a utility that scores. */
	readonly isScoring: boolean;
	readonly isLive: boolean;
	readonly roundScore: SlotScore | null;
	/** She came in for, or was replaced by, another player in the round's score. */
	readonly substituted: "in" | "out" | null;
	/** She came in this round by a trade saved on the server ("BE", the back end; the specification names this field). */
	readonly isPlayerIncomingFromBE: boolean;
	/** She was selected for a swap; set by `markInitialSwap`. */
	readonly isPlayerInitialSwap: boolean;
	/** A player traded in is green; a player traded out is red and dimmed. */
	readonly change: "in" | "out" | null;
}

export const getSlotKey = ({ area, line, index }: Slot): string => `${area}-${line ?? "UTL"}-${index}`;

function getSlotScore(
	{ entry }: PlayerView,
	played: ScoreEntry | undefined,
	isLive: boolean,
	round: Round | null,
	season: Season,
): SlotScore {
	// Her match may be on before she has stats.
	if (
		isLive &&
		played?.state === "to-come" &&
		round &&
		getSquadStatus(getSquadInRound(entry, round.id), round) === "playing"
	)
		return { kind: "live", points: 0 };
	if (!played || played.state === "to-come")
		return { kind: "projected", points: Math.round(getExpectedPoints(entry, round, season)) };
	if (played.state === "did-not-play") return { kind: "dnp" };
	return { kind: isLive ? "live" : "final", points: played.points * Math.max(1, played.factor) };
}

interface SlotViewOptions {
	/** The shown round and the team's score in it; null before the team has played. */
	readonly round: Round | null;
	readonly score: TeamScore | null;
}

/** All slots in canonical order. */
export function buildSlotViews(
	lineup: Lineup,
	context: ViewContext,
	{ round, score }: SlotViewOptions,
): readonly SlotView[] {
	const ledger = new Map(score?.ledger.map((entry) => [entry.playerId, entry]));
	const isCaptainLocked = context.isLocked(lineup.captainId);
	const isViceCaptainLocked = context.isLocked(lineup.viceCaptainId);
	const { rules } = context.season;
	// Where the captain's points do not double, the roles mean nothing.
	const hasCaptain = rules.captainFactor > 1;
	return listSlots(rules).map((slot) => {
		const id = getPlayerAt(lineup, slot);
		const entry = context.season.playerById.get(id);
		const player = entry ? buildPlayerView(entry, context) : null;
		const played = ledger.get(id);
		const isLive = round !== null && entry !== undefined && isPlayingNow(entry, round);
		const key = getSlotKey(slot);
		return {
			slot,
			key,
			label: slot.line ?? "UTL",
			player,
			isCaptain: player !== null && hasCaptain && lineup.captainId === id,
			isViceCaptain: player !== null && hasCaptain && lineup.viceCaptainId === id,
			isCaptainLocked,
			isViceCaptainLocked,
			isEmergency: player !== null && lineup.emergency.includes(id),
			isBench: slot.area === "bench",
			isUtility: slot.area === "utility",
			isScoring: isScoringSlot(slot, rules),
			isLive,
			roundScore: player ? getSlotScore(player, played, isLive, context.plannedRound ?? round, context.season) : null,
			substituted: played?.covers ? "in" : played?.coveredBy ? "out" : null,
			isPlayerIncomingFromBE: context.trade?.savedIncoming.has(id) ?? false,
			isPlayerInitialSwap: false,
			change: player?.isPlayerIncomingTrade ? "in" : player?.isPlayerOutgoingTrade ? "out" : null,
		};
	});
}

/** Marks the slot where a swap was started. */
export const markInitialSwap = (slots: readonly SlotView[], fromKey: string | null): readonly SlotView[] =>
	slots.map((view) => (view.key === fromKey ? { ...view, isPlayerInitialSwap: true } : view));

/** How many players who score are playing, and how many have finished. */
export function computeFieldProgress(slots: readonly SlotView[]): {
	readonly playing: number;
	readonly played: number;
	readonly total: number;
} {
	const field = slots.filter(({ isScoring }) => isScoring);
	return {
		playing: field.filter((view) => view.isLive).length,
		played: field.filter((view) => view.roundScore?.kind === "final" || view.roundScore?.kind === "dnp").length,
		total: field.length,
	};
}
